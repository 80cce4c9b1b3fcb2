/** What the registry says about domains, transfers and hosts (RFC 5731, 5732), as the product's own types. */

import type {
  HostCheck,
  NameCheck,
  RegistryDomain,
  RegistryMessage,
  RegistryTransfer,
  TransferStatus,
} from '../registrar.ts';
import { readFees } from './fees.ts';
import { redactElement } from './redact.ts';
import type { EppResponse } from './responses.ts';
import { dateAt, ResponseError, requiredText } from './responses.ts';
import type { XmlElement } from './xml.ts';
import { find, findAll, textAt } from './xml.ts';

const transferStatuses: ReadonlySet<string> = new Set<TransferStatus>([
  'pending',
  'clientApproved',
  'clientCancelled',
  'clientRejected',
  'serverApproved',
  'serverCancelled',
]);

/** One row per asked name, in the asked order; a name that the registry left out is an error. */
export function readDomainCheck(answer: EppResponse, names: readonly string[]): NameCheck[] {
  const rows = readCheck(answer, names);
  return rows.map((row) => ({ ...row, fees: readFees(answer.extension, row.name) }));
}

export function readHostCheck(answer: EppResponse, names: readonly string[]): HostCheck[] {
  return readCheck(answer, names).map(({ name, available }) => ({ name, available }));
}

function readCheck(answer: EppResponse, names: readonly string[]) {
  const rows = findAll(find(answer.data, 'chkData'), 'cd');
  return names.map((name) => {
    const row = rows.find((each) => textAt(each, 'name')?.toLowerCase() === name);
    if (!row) throw new ResponseError(`The registry's answer lacks ${name}.`);
    const available = booleanOf(find(row, 'name')?.attributes.avail);
    return { name, available, reason: textAt(row, 'reason') };
  });
}

export function readDomain(answer: EppResponse, name: string): RegistryDomain {
  const data = find(answer.data, 'infData');
  const ns = find(data, 'ns');
  const hosts = [
    ...findAll(ns, 'hostObj').map((host) => host.text),
    ...findAll(ns, 'hostAttr').map((host) => requiredText(host, 'hostName')),
  ];
  return {
    name: sameName(data, name),
    roid: requiredText(data, 'roid'),
    sponsor: requiredText(data, 'clID'),
    statuses: findAll(data, 'status').map((status) => status.attributes.s ?? ''),
    nameservers: hosts.map((host) => host.toLowerCase()),
    createdAt: dateAt(data, 'crDate'),
    updatedAt: dateAt(data, 'upDate'),
    transferredAt: dateAt(data, 'trDate'),
    expiresAt: dateAt(data, 'exDate'),
  };
}

export function readTransfer(answer: EppResponse, name: string): RegistryTransfer {
  const data = find(answer.data, 'trnData');
  sameName(data, name);
  return transferOf(data);
}

export function readRenewal(answer: EppResponse, name: string): { expiresAt: Date | undefined } {
  const data = find(answer.data, 'renData');
  sameName(data, name);
  return { expiresAt: dateAt(data, 'exDate') };
}

/** The oldest message of the queue; null when there is none (1300). */
export function readMessage(answer: EppResponse): RegistryMessage | null {
  if (answer.resultCode === 1300) return null;
  const id = answer.queue?.attributes.id;
  if (!id) throw new ResponseError("The registry's message has no id.");
  const { unreadable } = answer;
  const transfer = find(answer.data, 'trnData');
  try {
    return { id, transfer: transfer && transferOf(transfer), unreadable };
  } catch (error) {
    if (!transfer || !(error instanceof ResponseError)) throw error;
    const name = textAt(transfer, 'name')?.toLowerCase();
    const left = { why: error.message, name, summary: redactElement(transfer) };
    return { id, transfer: undefined, unreadable: left };
  }
}

function transferOf(data: XmlElement | undefined): RegistryTransfer {
  const requestedAt = dateAt(data, 'reDate');
  if (!requestedAt) throw new ResponseError("The registry's answer lacks reDate.");
  return {
    name: requiredText(data, 'name').toLowerCase(),
    status: statusOf(requiredText(data, 'trStatus')),
    requestedBy: requiredText(data, 'reID'),
    requestedAt,
    actingBy: textAt(data, 'acID'),
    actingAt: dateAt(data, 'acDate'),
    expiresAt: dateAt(data, 'exDate'),
  };
}

function statusOf(text: string): TransferStatus {
  if (isTransferStatus(text)) return text;
  throw new ResponseError('The registry sent a transfer status that there is not.');
}

function isTransferStatus(text: string): text is TransferStatus {
  return transferStatuses.has(text);
}

/** An answer about another name than the one asked for must never be believed. */
function sameName(data: XmlElement | undefined, name: string): string {
  if (requiredText(data, 'name').toLowerCase() === name) return name;
  throw new ResponseError('The registry answered about another name.');
}

function booleanOf(text: string | undefined): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new ResponseError('The registry sent a yes or no that is neither.');
}
