/**
 * What registrars, the owner of the sandbox and time do to the registry's domains: each use case
 * loads, lets the pure rules decide, and commits the domain with its messages at once.
 */

import { randomBytes } from 'node:crypto';
import type { Domain, TransferEnd } from '../records.ts';
import type { World } from '../sandbox-context.ts';
import { keptSecret } from '../sandbox-context.ts';
import { settingsOf } from '../settings.ts';
import type { DomainUpdate } from './domain.ts';
import {
  firstSeen,
  isDomainName,
  isPending,
  otherRegistrar,
  refuseUnlessSponsor,
  renewed,
  updated,
} from './domain.ts';
import { deletedAt, lifePhase } from './expiry-phases.ts';
import { refuseUnlessAgreed } from './fees.ts';
import { hostExists } from './host.ts';
import { tell } from './message-queue.ts';
import { RegistryRefusal } from './registry-error.ts';
import {
  approvalTime,
  pendingTransfer,
  transferEnded,
  transferRequested,
  yearsAdded,
} from './transfer.ts';

/** The registry's record of a name, kept from the first time that anybody asks. */
export function recordOf(world: World, name: string): Domain {
  const known = world.store.table('domains').get(name);
  if (known) return endedIfDue(world, known);
  if (!isDomainName(name)) throw new RegistryRefusal(2005, `${name} is not a domain name.`);
  return keep(world, freshRecord(world, name));
}

function freshRecord(world: World, name: string): Domain {
  const seed = keptSecret(world.store, 'registrySeed', () => randomBytes(32).toString('hex'));
  return firstSeen(name, seed, world.clock.now());
}

/** A registered domain. Throws 2303 for a free name, 2005 for what is no name. */
export function domainOf(world: World, name: string): Domain {
  const domain = recordOf(world, name);
  if (!domain.registered) throw new RegistryRefusal(2303, `${name} is not registered.`);
  return domain;
}

/** True when the name could be registered by anyone. */
export function isFree(world: World, name: string): boolean {
  const known = world.store.table('domains').get(name);
  return known !== undefined && !endedIfDue(world, known).registered;
}

/** What a registrar changes in a domain that it sponsors. */
export function updateDomain(world: World, name: string, update: DomainUpdate): Domain {
  const by = { registrar: world.registrar.id, now: world.clock.now() };
  const domain = updated(domainOf(world, name), update, by);
  for (const host of update.addNameservers) {
    if (hostExists(world, host)) continue;
    throw new RegistryRefusal(2303, `The host ${host} does not exist.`);
  }
  return keep(world, domain);
}

export function renewDomain(
  world: World,
  name: string,
  order: { knownExpiry: string; years: number; agreedCents: number | null },
): Domain {
  const by = { registrar: world.registrar.id, now: world.clock.now() };
  const domain = renewed(domainOf(world, name), order, by);
  refuseUnlessAgreed(domain, order);
  refuseWithoutCredit(world);
  return keep(world, domain);
}

/** Our registrar asks for a domain that another one sponsors. */
export function requestTransfer(
  world: World,
  name: string,
  request: { authCode: string | null; years: number; agreedCents: number | null },
): Domain {
  const asked = { ...request, registrar: world.registrar.id };
  const domain = transferRequested(domainOf(world, name), asked, world.clock.now());
  refuseUnlessAgreed(domain, request);
  refuseWithoutCredit(world);
  return keep(world, domain);
}

/** Our registrar takes its own request back. */
export function cancelTransfer(world: World, name: string): Domain {
  const domain = domainOf(world, name);
  const transfer = pendingTransfer(domain);
  if (transfer.requestedBy !== world.registrar.id) {
    throw new RegistryRefusal(2201, 'Another registrar asked for this transfer.');
  }
  return keep(world, transferEnded(domain, 'clientCancelled', world.clock.now()));
}

/** The sponsoring registrar's answer to a pending transfer. */
export function answerTransfer(
  world: World,
  name: string,
  answer: { registrar: string; end: 'clientApproved' | 'clientRejected' },
): Domain {
  const domain = domainOf(world, name);
  pendingTransfer(domain);
  refuseUnlessSponsor(domain, answer.registrar);
  return endTransfer(world, domain, { end: answer.end, registrar: answer.registrar });
}

/**
 * The other registrar asks for a domain of ours. It goes at once, as if both had agreed; with
 * `pending` it waits for our registrar's answer, or for its silence.
 */
export function takeOver(
  world: World,
  name: string,
  request: { authCode: string; pending: boolean },
): Domain {
  const { authCode } = request;
  const asked = { registrar: otherRegistrar, authCode, years: yearsAdded(name) };
  const domain = transferRequested(domainOf(world, name), asked, world.clock.now());
  if (!request.pending) return endTransfer(world, domain, { end: 'serverApproved' });
  world.store.commit(['domains', name, domain], tell(world, domain));
  return domain;
}

/** Deletes every name whose registration has run out for good. Returns how many. */
function deleteEnded(world: World): number {
  let deleted = 0;
  for (const domain of [...world.store.table('domains').values()]) {
    if (endedIfDue(world, domain) !== domain) deleted += 1;
  }
  return deleted;
}

/** A name that nobody renewed or redeemed is free; no message tells of it, as registries send none. */
function endedIfDue(world: World, domain: Domain): Domain {
  if (!domain.registered || lifePhase(domain, world.clock.now()) !== 'GONE') return domain;
  const updatedAt = deletedAt(domain).toISOString();
  return keep(world, { ...domain, registered: false, statuses: [], updatedAt, updatedBy: null });
}

/** Does what has become due: transfers that silence ends, names whose end has come. Returns how many. */
export function runDueRegistry(world: World): number {
  return approveDueTransfers(world) + deleteEnded(world);
}

/** Approves every transfer that silence, or the automatic approval, has ended. Returns how many. */
function approveDueTransfers(world: World): number {
  const { autoApproveSeconds } = settingsOf(world);
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
  world: World,
  domain: Domain,
  by: { end: TransferEnd; registrar?: string; at?: Date },
): Domain {
  const ended = transferEnded(domain, by.end, by.at ?? world.clock.now());
  // Who ended it knows already; the queue is for what others did.
  const messages = by.registrar === world.registrar.id ? [] : [tell(world, ended)];
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
export function patchDomain(world: World, name: string, patch: DomainPatch): Domain {
  const domain = recordOf(world, name);
  if (patch.registered === false && isPending(domain)) {
    throw new RegistryRefusal(2300, 'A transfer of this domain is pending.');
  }
  const gone = lifePhase(domain, world.clock.now()) === 'GONE';
  // Registered anew after its end: by whom, and for how long, is as for a name never seen.
  const anew = gone && patch.registered !== false ? freshRecord(world, name) : domain;
  return keep(world, { ...anew, registered: true, ...patch });
}

function refuseWithoutCredit(world: World): void {
  if (!settingsOf(world).registryCreditExhausted) return;
  throw new RegistryRefusal(2104, "The registrar's account at the registry is empty.");
}

function keep(world: World, domain: Domain): Domain {
  world.store.commit(['domains', domain.name, domain]);
  return domain;
}
