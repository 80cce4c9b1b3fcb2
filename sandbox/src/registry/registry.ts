/**
 * What registrars, the owner of the sandbox and time do to the registry's domains: each use case
 * loads, lets the pure rules decide, and commits the domain with its messages at once.
 */

import { randomBytes } from 'node:crypto';
import type { Domain, TransferEnd } from '../records.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { loadSecret } from '../sandbox-context.ts';
import { getSettings } from '../settings.ts';
import type { DomainUpdate } from './domain.ts';
import {
  applyRenewal,
  applyUpdate,
  assertSponsor,
  createUnseenDomain,
  isDomainName,
  isPending,
  otherRegistrar,
} from './domain.ts';
import { deletedAt, expiryPhase } from './expiry-phases.ts';
import { assertFeeAgreed } from './fees.ts';
import { hostExists } from './host.ts';
import { transferMessage } from './message-queue.ts';
import { RegistryError } from './registry-error.ts';
import {
  applyTransferEnd,
  applyTransferRequest,
  approvalTime,
  pendingTransfer,
  yearsAdded,
} from './transfer.ts';

/** The registry's record of a name, kept from the first time that anybody asks. */
export function getRecord(world: SandboxContext, name: string): Domain {
  const known = world.store.table('domains').get(name);
  if (known) return deleteIfEnded(world, known);
  if (!isDomainName(name)) throw new RegistryError(2005, `${name} is not a domain name.`);
  return saveDomain(world, freshRecord(world, name));
}

function freshRecord(world: SandboxContext, name: string): Domain {
  const seed = loadSecret(world.store, 'registrySeed', () => randomBytes(32).toString('hex'));
  return createUnseenDomain(name, seed, world.clock.now());
}

/** A registered domain. Throws 2303 for a free name, 2005 for what is no name. */
export function getDomain(world: SandboxContext, name: string): Domain {
  const domain = getRecord(world, name);
  if (!domain.registered) throw new RegistryError(2303, `${name} is not registered.`);
  return domain;
}

/** True when the name could be registered by anyone. */
export function isAvailable(world: SandboxContext, name: string): boolean {
  const known = world.store.table('domains').get(name);
  return known !== undefined && !deleteIfEnded(world, known).registered;
}

/** What a registrar changes in a domain that it sponsors. */
export function updateDomain(world: SandboxContext, name: string, update: DomainUpdate): Domain {
  const by = { registrar: world.registrar.id, now: world.clock.now() };
  const domain = applyUpdate(getDomain(world, name), update, by);
  for (const host of update.addNameservers) {
    if (hostExists(world, host)) continue;
    throw new RegistryError(2303, `The host ${host} does not exist.`);
  }
  return saveDomain(world, domain);
}

export function renewDomain(
  world: SandboxContext,
  name: string,
  order: { knownExpiry: string; years: number; agreedCents: number | null },
): Domain {
  const by = { registrar: world.registrar.id, now: world.clock.now() };
  const domain = applyRenewal(getDomain(world, name), order, by);
  assertFeeAgreed(domain, order);
  assertCredit(world);
  return saveDomain(world, domain);
}

/** Our registrar asks for a domain that another one sponsors. */
export function requestTransfer(
  world: SandboxContext,
  name: string,
  request: { authCode: string | null; years: number; agreedCents: number | null },
): Domain {
  const asked = { ...request, registrar: world.registrar.id };
  const domain = applyTransferRequest(getDomain(world, name), asked, world.clock.now());
  assertFeeAgreed(domain, request);
  assertCredit(world);
  return saveDomain(world, domain);
}

/** Our registrar takes its own request back. */
export function cancelTransfer(world: SandboxContext, name: string): Domain {
  const domain = getDomain(world, name);
  const transfer = pendingTransfer(domain);
  if (transfer.requestedBy !== world.registrar.id) {
    throw new RegistryError(2201, 'Another registrar asked for this transfer.');
  }
  return saveDomain(world, applyTransferEnd(domain, 'clientCancelled', world.clock.now()));
}

/** The sponsoring registrar's answer to a pending transfer. */
export function answerTransfer(
  world: SandboxContext,
  name: string,
  answer: { registrar: string; end: 'clientApproved' | 'clientRejected' },
): Domain {
  const domain = getDomain(world, name);
  pendingTransfer(domain);
  assertSponsor(domain, answer.registrar);
  return endTransfer(world, domain, { end: answer.end, registrar: answer.registrar });
}

/**
 * The other registrar asks for a domain of ours. It goes at once, as if both had agreed; with
 * `pending` it waits for our registrar's answer, or for its silence.
 */
export function takeOverDomain(
  world: SandboxContext,
  name: string,
  request: { authCode: string; pending: boolean },
): Domain {
  const { authCode } = request;
  const asked = { registrar: otherRegistrar, authCode, years: yearsAdded(name) };
  const domain = applyTransferRequest(getDomain(world, name), asked, world.clock.now());
  if (!request.pending) return endTransfer(world, domain, { end: 'serverApproved' });
  world.store.commit(['domains', name, domain], transferMessage(world, domain));
  return domain;
}

/** Deletes every name whose registration has run out for good. Returns how many. */
function deleteEnded(world: SandboxContext): number {
  let deleted = 0;
  for (const domain of [...world.store.table('domains').values()]) {
    if (deleteIfEnded(world, domain) !== domain) deleted += 1;
  }
  return deleted;
}

/** A name that nobody renewed or redeemed is free; no message tells of it, as registries send none. */
function deleteIfEnded(world: SandboxContext, domain: Domain): Domain {
  if (!domain.registered || expiryPhase(domain, world.clock.now()) !== 'GONE') return domain;
  const updatedAt = deletedAt(domain).toISOString();
  return saveDomain(world, {
    ...domain,
    registered: false,
    statuses: [],
    updatedAt,
    updatedBy: null,
  });
}

/** Does what has become due: transfers that silence ends, names whose end has come. Returns how many. */
export function runDueRegistry(world: SandboxContext): number {
  return approveDueTransfers(world) + deleteEnded(world);
}

/** Approves every transfer that silence, or the automatic approval, has ended. Returns how many. */
function approveDueTransfers(world: SandboxContext): number {
  const { autoApproveSeconds } = getSettings(world);
  const clocks = { now: world.clock.now(), wallMs: Date.now(), autoApproveSeconds };
  let approved = 0;
  for (const domain of world.store.table('domains').values()) {
    const at = approvalTime(domain, clocks);
    if (at === null) continue;
    endTransfer(world, domain, { end: 'serverApproved', at });
    approved += 1;
  }
  return approved;
}

function endTransfer(
  world: SandboxContext,
  domain: Domain,
  by: { end: TransferEnd; registrar?: string; at?: Date },
): Domain {
  const ended = applyTransferEnd(domain, by.end, by.at ?? world.clock.now());
  // Who ended it knows already; the queue is for what others did.
  const messages = by.registrar === world.registrar.id ? [] : [transferMessage(world, ended)];
  world.store.commit(['domains', domain.name, ended], ...messages);
  return ended;
}

/** What the owner of the sandbox sets by hand. */
export interface DomainPatch {
  readonly statuses?: readonly string[];
  readonly authCode?: string;
  readonly expiresAt?: string;
  readonly premium?: boolean;
  readonly autoApprove?: boolean;
  readonly registered?: boolean;
}

/** Changes a domain over the registry's head; a name that was free is registered again. */
export function patchDomain(world: SandboxContext, name: string, patch: DomainPatch): Domain {
  const domain = getRecord(world, name);
  if (patch.registered === false && isPending(domain)) {
    throw new RegistryError(2300, 'A transfer of this domain is pending.');
  }
  const gone = expiryPhase(domain, world.clock.now()) === 'GONE';
  // Registered anew after its end: by whom, and for how long, is as for a name never seen.
  const anew = gone && patch.registered !== false ? freshRecord(world, name) : domain;
  return saveDomain(world, { ...anew, registered: true, ...patch });
}

function assertCredit(world: SandboxContext): void {
  if (!getSettings(world).registryCreditExhausted) return;
  throw new RegistryError(2104, "The registrar's account at the registry is empty.");
}

function saveDomain(world: SandboxContext, domain: Domain): Domain {
  world.store.commit(['domains', domain.name, domain]);
  return domain;
}
