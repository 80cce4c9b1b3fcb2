/**
 * Operations on the registry's domains by registrars, the control API and time. Each loads the domain, applies the
 * pure rules and commits the domain together with its messages.
 */

import { randomBytes } from 'node:crypto';
import type { Domain, DsRecord, TransferEnd } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { loadSecret } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';
import { assertContact } from './contact.ts';
import type { DomainUpdate } from './domain.ts';
import {
  applyRenewal,
  applyUpdate,
  assertSponsor,
  createUnseenDomain,
  gainingRegistrar,
  isDomainName,
  isPending,
  otherRegistrar,
} from './domain.ts';
import { deletedAt, expiryPhase } from './expiry-phases.ts';
import { assertFeeAgreed } from './fees.ts';
import { hostExists } from './host.ts';
import { transferData, transferMessage } from './message-queue.ts';
import { RegistryError } from './registry-error.ts';
import {
  applyTransferEnd,
  applyTransferRequest,
  approvalTime,
  pendingTransfer,
  withPendingTransfer,
  yearsAdded,
} from './transfer.ts';

/** The registry's record of a name, created when the name is first used. */
export function getRecord(context: SandboxContext, name: string): Domain {
  const known = context.store.table('domains').get(name);
  if (known) return deleteIfEnded(context, known);
  if (!isDomainName(name)) throw new RegistryError(2005, `${name} is not a domain name.`);
  return saveDomain(context, freshRecord(context, name));
}

function freshRecord(context: SandboxContext, name: string): Domain {
  const seed = loadSecret(context.store, 'registrySeed', () => randomBytes(32).toString('hex'));
  return createUnseenDomain(name, seed, context.clock.now());
}

/** A registered domain. Throws 2303 for an unregistered name and 2005 for an invalid one. */
export function getDomain(context: SandboxContext, name: string): Domain {
  const domain = getRecord(context, name);
  if (!domain.registered) throw new RegistryError(2303, `${name} is not registered.`);
  return domain;
}

/** True when the name is not registered. */
export function isAvailable(context: SandboxContext, name: string): boolean {
  const known = context.store.table('domains').get(name);
  return known !== undefined && !deleteIfEnded(context, known).registered;
}

/** Updates a domain that our registrar sponsors. */
export function updateDomain(context: SandboxContext, name: string, update: DomainUpdate): Domain {
  const by = { registrar: context.registrar.id, now: context.clock.now() };
  const domain = applyUpdate(getDomain(context, name), update, by);
  if (update.registrant) assertContact(context, update.registrant);
  for (const host of update.addNameservers) {
    if (hostExists(context, host)) continue;
    throw new RegistryError(2303, `The host ${host} does not exist.`);
  }
  return saveDomain(context, domain);
}

export function renewDomain(
  context: SandboxContext,
  name: string,
  order: { knownExpiry: string; years: number; agreedCents: number | null },
): Domain {
  const by = { registrar: context.registrar.id, now: context.clock.now() };
  const domain = applyRenewal(getDomain(context, name), order, by);
  assertFeeAgreed(domain, order);
  assertCredit(context);
  return saveDomain(context, domain);
}

/** Our registrar requests a domain that another one sponsors. */
export function requestTransfer(
  context: SandboxContext,
  name: string,
  request: { authCode: string | null; years: number; agreedCents: number | null },
): Domain {
  const ours = { ...request, registrar: context.registrar.id };
  const domain = applyTransferRequest(getDomain(context, name), ours, context.clock.now());
  assertFeeAgreed(domain, request);
  assertCredit(context);
  return saveDomain(context, domain);
}

/** Our registrar cancels its own request. */
export function cancelTransfer(context: SandboxContext, name: string): Domain {
  const domain = getDomain(context, name);
  const transfer = pendingTransfer(domain);
  if (transfer.requestedBy !== context.registrar.id) {
    throw new RegistryError(2201, 'Another registrar requested this transfer.');
  }
  return saveDomain(context, applyTransferEnd(domain, 'clientCancelled', context.clock.now()));
}

/** The sponsoring registrar approves or rejects a pending transfer. */
export function answerTransfer(
  context: SandboxContext,
  name: string,
  answer: { registrar: string; end: 'clientApproved' | 'clientRejected' },
): Domain {
  const domain = getDomain(context, name);
  pendingTransfer(domain);
  assertSponsor(domain, answer.registrar);
  return endTransfer(context, domain, { end: answer.end, registrar: answer.registrar });
}

/**
 * The other registrar requests a domain of ours. The transfer is approved at once, or with `pending` waits for our
 * registrar's response or the approval by default.
 */
export function takeOverDomain(
  context: SandboxContext,
  name: string,
  request: { authCode: string; pending: boolean },
): Domain {
  const { authCode } = request;
  const transferRequest = { registrar: otherRegistrar, authCode, years: yearsAdded(name) };
  const domain = applyTransferRequest(
    getDomain(context, name),
    transferRequest,
    context.clock.now(),
  );
  if (!request.pending) return endTransfer(context, domain, { end: 'serverApproved' });
  context.store.commit(['domains', name, domain], transferMessage(context, domain));
  return domain;
}

/** Deletes every name whose grace periods have ended. Returns the number. */
function deleteEnded(context: SandboxContext): number {
  let deleted = 0;
  for (const domain of [...context.store.table('domains').values()]) {
    if (deleteIfEnded(context, domain) !== domain) deleted += 1;
  }
  return deleted;
}

/** Deletes a name that was neither renewed nor redeemed; like real registries it sends no message. */
function deleteIfEnded(context: SandboxContext, domain: Domain): Domain {
  if (!domain.registered || expiryPhase(domain, context.clock.now()) !== 'GONE') return domain;
  const updatedAt = deletedAt(domain).toISOString();
  return saveDomain(context, {
    ...domain,
    registered: false,
    statuses: [],
    updatedAt,
    updatedBy: null,
  });
}

/** Runs due work: approvals by default and deletions. Returns the number of changes. */
export function runDueRegistry(context: SandboxContext): number {
  return approveDueTransfers(context) + deleteEnded(context);
}

/** Approves every transfer that is due by default or by the automatic approval. Returns the number. */
function approveDueTransfers(context: SandboxContext): number {
  const { autoApproveSeconds } = getSettings(context);
  const clocks = { now: context.clock.now(), wallMs: Date.now(), autoApproveSeconds };
  let approved = 0;
  for (const domain of context.store.table('domains').values()) {
    const at = approvalTime(domain, clocks);
    if (at === null) continue;
    endTransfer(context, domain, { end: 'serverApproved', at });
    approved += 1;
  }
  return approved;
}

function endTransfer(
  context: SandboxContext,
  domain: Domain,
  by: { end: TransferEnd; registrar?: string; at?: Date },
): Domain {
  const ended = applyTransferEnd(domain, by.end, by.at ?? context.clock.now());
  const { requestedBy, actingBy } = transferData(ended);
  const isReported = context.accountIds.some((id) => id === requestedBy || id === actingBy);
  // A registrar gets no message about a transfer that it ended itself.
  const messages =
    isReported && by.registrar !== context.registrar.id ? [transferMessage(context, ended)] : [];
  context.store.commit(['domains', domain.name, ended], ...messages);
  return ended;
}

/** Changes made over the control API. */
export interface DomainPatch {
  readonly statuses?: readonly string[];
  readonly authCode?: string;
  readonly expiresAt?: string;
  readonly premium?: boolean;
  readonly autoApprove?: boolean;
  readonly registered?: boolean;
  readonly registrar?: string;
  readonly createdAt?: string;
  readonly transferredAt?: string | null;
  readonly nameservers?: readonly string[];
  readonly ds?: readonly DsRecord[];
  readonly registrant?: string;
  /** True: a third registrar requests the domain; false: a pending transfer ends without effect. */
  readonly pendingTransfer?: boolean;
}

/** Changes a domain without the registry's rules; an unregistered name is registered again. */
export function patchDomain(context: SandboxContext, name: string, patch: DomainPatch): Domain {
  const domain = getRecord(context, name);
  if (patch.registered === false && isPending(domain)) {
    throw new RegistryError(2300, 'A transfer of this domain is pending.');
  }
  const gone = expiryPhase(domain, context.clock.now()) === 'GONE';
  // Registered again after its deletion, with the defaults of a new name.
  const base = gone && patch.registered !== false ? freshRecord(context, name) : domain;
  const { pendingTransfer: isPendingNext, ...fields } = patch;
  const patched = { ...base, registered: true, ...fields };
  if (isPendingNext === undefined || isPendingNext === isPending(patched))
    return saveDomain(context, patched);
  if (!isPendingNext) return endTransfer(context, patched, { end: 'clientRejected' });
  if (patched.registrar === context.registrar.id)
    throw new RegistryError(2306, 'Use takeover for a domain of our registrar.');
  const now = context.clock.now();
  return saveDomain(context, withPendingTransfer(patched, gainingRegistrar, now));
}

function assertCredit(context: SandboxContext): void {
  if (!getSettings(context).registryCreditExhausted) return;
  throw new RegistryError(2104, "The registrar's account at the registry is empty.");
}

function saveDomain(context: SandboxContext, domain: Domain): Domain {
  context.store.commit(['domains', domain.name, domain]);
  return domain;
}
