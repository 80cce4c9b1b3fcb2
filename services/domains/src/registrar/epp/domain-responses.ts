/** Converts responses about domains, transfers and hosts (RFC 5731, 5732) into the registrar's types. */

import type {
  HostCheck,
  NameCheck,
  RegistryDomain,
  RegistryMessage,
  RegistryTransfer,
  TransferStatus,
} from '../registrar.ts';
import { readDs } from './dns-security.ts';
import { readDraftFees, readFees } from './fees.ts';
import type { ProfileName } from './profile.ts';
import { redactElement } from './redact.ts';
import type { EppResponse } from './responses.ts';
import { findDate, ResponseError, requiredText } from './responses.ts';
import type { XmlElement } from './xml.ts';
import { find, findElements, findText } from './xml.ts';

const transferStatuses: ReadonlySet<string> = new Set<TransferStatus>([
  'pending',
  'clientApproved',
  'clientCancelled',
  'clientRejected',
  'serverApproved',
  'serverCancelled',
]);

/**
 * What a reseller's gateway writes for an id that it does not report: of its customer's transfers, because of others it
 * reports the registrar's.
 */
const placeholderIds: ReadonlySet<string> = new Set(['INTERNAL', 'unknown']);

/** The requested name, our client id at the registry, and the gateway's profile. */
export interface ResponseContext {
  readonly name: string;
  readonly clientId: string;
  readonly profile: ProfileName;
}

/** One row per requested name in the same order; throws if the registry leaves a name out. */
export function readDomainCheck(
  response: EppResponse,
  names: readonly string[],
  profile: ProfileName,
): NameCheck[] {
  const read = profile === 'rfc' ? readFees : readDraftFees;
  const rows = readCheck(response, names);
  return rows.map((row) => ({ ...row, fees: read(response.extension, row.name) }));
}

export function readHostCheck(response: EppResponse, names: readonly string[]): HostCheck[] {
  return readCheck(response, names).map(({ name, available }) => ({ name, available }));
}

function readCheck(response: EppResponse, names: readonly string[]) {
  const rows = findElements(find(response.data, 'chkData'), 'cd');
  return names.map((name) => {
    const row = rows.find((each) => findText(each, 'name')?.toLowerCase() === name);
    if (!row) throw new ResponseError(`The registry's response lacks ${name}.`);
    const available = booleanOf(find(row, 'name')?.attributes.avail);
    return { name, available, reason: findText(row, 'reason') };
  });
}

/** `clientId`: our id, which decides what is ours, here and below. `showsDs`: the session has the extension of DS records. */
export function readDomain(
  response: EppResponse,
  { name, clientId, profile, showsDs }: ResponseContext & { showsDs: boolean },
): RegistryDomain {
  const data = find(response.data, 'infData');
  const ns = find(data, 'ns');
  const statuses = findElements(data, 'status').map((status) => status.attributes.s ?? '');
  const hosts = [
    ...findElements(ns, 'hostObj').map((host) => host.text),
    ...findElements(ns, 'hostAttr').map((host) => requiredText(host, 'hostName')),
  ];
  return {
    name: assertName(data, name),
    ours: requiredText(data, 'clID') === clientId,
    statuses: profile === 'rfc' ? statuses : withTransferLock(statuses, response.extension),
    nameservers: hosts.map((host) => host.toLowerCase()),
    createdAt: findDate(data, 'crDate'),
    updatedAt: findDate(data, 'upDate'),
    transferredAt: findDate(data, 'trDate'),
    expiresAt: findDate(data, 'exDate'),
    ds: showsDs ? readDs(response.extension) : undefined,
    registrant: findText(data, 'registrant'),
  };
}

/** The reseller's own lock, which stands only in its extension. */
function withTransferLock(statuses: string[], extension: XmlElement | undefined): string[] {
  const lock = findText(extension, 'resData', 'infData', 'transferlock');
  const status = 'clientTransferProhibited';
  return lock === '1' && !statuses.includes(status) ? [...statuses, status] : statuses;
}

export function readTransfer(response: EppResponse, context: ResponseContext): RegistryTransfer {
  const data = find(response.data, 'trnData');
  assertName(data, context.name);
  return transferOf(data, context);
}

export function readRenewal(response: EppResponse, name: string): { expiresAt: Date | undefined } {
  const data = find(response.data, 'renData');
  assertName(data, name);
  return { expiresAt: findDate(data, 'exDate') };
}

/** The oldest message of the queue; null when there is none (1300). */
export function readMessage(
  response: EppResponse,
  context: Omit<ResponseContext, 'name'>,
): RegistryMessage | null {
  if (response.resultCode === 1300) return null;
  const id = response.queue?.attributes.id;
  if (!id) throw new ResponseError("The registry's message has no id.");
  const { unreadable } = response;
  // Its ids and times are placeholders: only the name is true.
  if (context.profile === 'centralnic' && !unreadable)
    return { id, transfer: undefined, recheck: findName(response.data), unreadable };
  const transfer = find(response.data, 'trnData');
  try {
    return { id, transfer: transfer && transferOf(transfer, context), unreadable };
  } catch (error) {
    if (!transfer || !(error instanceof ResponseError)) throw error;
    const name = findText(transfer, 'name')?.toLowerCase();
    const unreadableRest = { why: error.message, name, summary: redactElement(transfer) };
    return { id, transfer: undefined, unreadable: unreadableRest };
  }
}

/** The name in whatever data a message has. */
function findName(data: XmlElement | undefined): string | undefined {
  const [first] = data?.children ?? [];
  return findText(first, 'name')?.toLowerCase();
}

function transferOf(
  data: XmlElement | undefined,
  { clientId, profile }: Omit<ResponseContext, 'name'>,
): RegistryTransfer {
  const requestedAt = findDate(data, 'reDate');
  const fromUs = findText(data, 'acID') === clientId;
  const requestedBy = requiredText(data, 'reID');
  const isPlaceholder = profile === 'centralnic' && placeholderIds.has(requestedBy);
  if (!requestedAt && profile === 'rfc')
    throw new ResponseError("The registry's response lacks reDate.");
  return {
    name: requiredText(data, 'name').toLowerCase(),
    status: statusOf(requiredText(data, 'trStatus')),
    ours: requestedBy === clientId || (isPlaceholder && !fromUs),
    requestedAt,
    fromUs,
    actingAt: findDate(data, 'acDate'),
    expiresAt: findDate(data, 'exDate'),
  };
}

function statusOf(text: string): TransferStatus {
  if (isTransferStatus(text)) return text;
  throw new ResponseError('The registry sent an unknown transfer status.');
}

function isTransferStatus(text: string): text is TransferStatus {
  return transferStatuses.has(text);
}

/** Rejects a response about a different name than the requested one. */
function assertName(data: XmlElement | undefined, name: string): string {
  if (requiredText(data, 'name').toLowerCase() === name) return name;
  throw new ResponseError('The registry responded about another name.');
}

function booleanOf(text: string | undefined): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new ResponseError('The registry sent an invalid boolean.');
}
