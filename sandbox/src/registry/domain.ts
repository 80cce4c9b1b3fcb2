/**
 * The registry's rules for one domain (RFC 5731): its initial state, the statuses that prohibit operations,
 * updates and renewals. Pure.
 */

import { createHmac } from 'node:crypto';
import type { Domain, DsRecord } from '../records.ts';
import { applyDsChange } from './ds.ts';
import { isPendingDelete } from './expiry-phases.ts';
import { RegistryError } from './registry-error.ts';

export const otherRegistrar = 'Other Registrar';
/** Requests the domains whose transfer the control API starts. */
export const gainingRegistrar = 'Third Registrar';
export const dayMs = 86_400_000;
/** Registries register domains for at most ten years ahead. */
export const maxYears = 10;
const firstExpiryDays = 400;
const firstTermDays = 730;
const maxNameservers = 13;

export const clientStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
] as const;
export const serverStatuses = [
  'serverDeleteProhibited',
  'serverHold',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
] as const;

export interface DomainUpdate {
  readonly addStatuses: readonly string[];
  readonly removeStatuses: readonly string[];
  readonly addNameservers: readonly string[];
  readonly removeNameservers: readonly string[];
  readonly authCode: string | null;
  readonly addDs?: readonly DsRecord[];
  /** `all`: every record. */
  readonly removeDs?: readonly DsRecord[] | 'all';
  /** Id of a contact. */
  readonly registrant?: string | null;
}

const labelPattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** True for a lower-case A-label name of two labels or more that fits in a DNS message. */
export function isDomainName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= 253 && labels.length >= 2 && labels.every((label) => labelPattern.test(label))
  );
}

/** A domain that is used for the first time: registered with the other registrar. */
export function createUnseenDomain(name: string, seed: string, now: Date): Domain {
  const digest = createHmac('sha256', seed).update(name).digest();
  const group = digest.toString('hex', 0, 2);
  return {
    name,
    roid: `D${digest.readUInt32BE(4)}-NLSBX`,
    registered: true,
    registrar: otherRegistrar,
    statuses: [],
    nameservers: [`ns1-${group}.other-registrar.example`, `ns2-${group}.other-registrar.example`],
    authCode: freshCode(digest),
    createdAt: new Date(now.getTime() - (firstTermDays - firstExpiryDays) * dayMs).toISOString(),
    updatedAt: null,
    updatedBy: null,
    transferredAt: null,
    expiresAt: new Date(now.getTime() + firstExpiryDays * dayMs).toISOString(),
    premium: false,
    transfer: null,
  };
}

/** An authorisation code of 16 characters from random bytes. */
export function freshCode(random: Buffer): string {
  return `${random.toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 14)}-7`;
}

export function isPending(domain: Domain): boolean {
  return domain.transfer?.status === 'pending';
}

/** The statuses that EPP and the control API show at this time (RFC 5731 section 2.3). */
export function displayedStatuses(domain: Domain, now: Date): string[] {
  const shown: string[] = [...domain.statuses];
  if (isPendingDelete(domain, now)) shown.push('pendingDelete');
  if (isPending(domain)) shown.push('pendingTransfer');
  if (domain.nameservers.length === 0) shown.push('inactive');
  return shown.length > 0 ? shown : ['ok'];
}

/** Throws 2304 when one of the statuses is set at this time. */
export function assertNoStatus(domain: Domain, statuses: readonly string[], now: Date): void {
  const found = displayedStatuses(domain, now).find((status) => statuses.includes(status));
  if (found) throw new RegistryError(2304, `The status ${found} prohibits this.`);
}

export function assertSponsor(domain: Domain, registrar: string): void {
  if (domain.registrar === registrar) return;
  throw new RegistryError(2201, 'Another registrar sponsors this domain.');
}

/** The domain after an update by its sponsor. Repeating an update is accepted and has no effect. */
export function applyUpdate(
  domain: Domain,
  update: DomainUpdate,
  by: { registrar: string; now: Date },
): Domain {
  assertSponsor(domain, by.registrar);
  assertNoStatus(domain, ['pendingDelete', 'pendingTransfer', 'serverUpdateProhibited'], by.now);
  const lifts = update.removeStatuses.includes('clientUpdateProhibited');
  if (!lifts) assertNoStatus(domain, ['clientUpdateProhibited'], by.now);
  for (const status of [...update.addStatuses, ...update.removeStatuses]) {
    if (clientStatuses.some((known) => known === status)) continue;
    throw new RegistryError(2306, `A registrar cannot set or remove ${status}.`);
  }
  const nameservers = changedSet(
    domain.nameservers,
    update.addNameservers,
    update.removeNameservers,
  );
  if (nameservers.length > maxNameservers) {
    throw new RegistryError(2306, `A domain has at most ${maxNameservers} nameservers.`);
  }
  if (update.authCode !== null && !isAcceptableCode(update.authCode)) {
    throw new RegistryError(2306, 'An authorisation code has 6 to 64 printable characters.');
  }
  return {
    ...domain,
    nameservers,
    statuses: changedSet(domain.statuses, update.addStatuses, update.removeStatuses),
    authCode: update.authCode ?? domain.authCode,
    ...applyDsChange(domain, update),
    ...(update.registrant && { registrant: update.registrant }),
    updatedAt: by.now.toISOString(),
    updatedBy: by.registrar,
  };
}

/** The registry's policy for authorisation codes. */
function isAcceptableCode(code: string): boolean {
  return /^[\x21-\x7e]{6,64}$/.test(code);
}

function changedSet(
  present: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] {
  const left = present.filter((value) => !remove.includes(value));
  return [...new Set([...left, ...add])];
}

/** The domain after a renewal by its sponsor; `knownExpiry` must be the current expiry date (YYYY-MM-DD, UTC). */
export function applyRenewal(
  domain: Domain,
  order: { knownExpiry: string; years: number },
  by: { registrar: string; now: Date },
): Domain {
  assertSponsor(domain, by.registrar);
  const forbidding = [
    'pendingDelete',
    'pendingTransfer',
    'clientRenewProhibited',
    'serverRenewProhibited',
  ];
  assertNoStatus(domain, forbidding, by.now);
  if (order.years > maxYears) {
    throw new RegistryError(2004, `A renewal is for 1 to ${maxYears} years.`);
  }
  if (order.knownExpiry !== domain.expiresAt.slice(0, 10)) {
    throw new RegistryError(2306, `The domain expires on ${domain.expiresAt.slice(0, 10)}.`);
  }
  const expiresAt = yearsLater(new Date(domain.expiresAt), order.years);
  if (expiresAt > yearsLater(by.now, maxYears)) {
    throw new RegistryError(
      2105,
      `A domain can be registered for at most ${maxYears} years ahead.`,
    );
  }
  return {
    ...domain,
    expiresAt: expiresAt.toISOString(),
    updatedAt: by.now.toISOString(),
    updatedBy: by.registrar,
  };
}

/** The same day a number of years later; 29 February becomes 28 February when needed. */
export function yearsLater(from: Date, years: number): Date {
  const later = new Date(from);
  later.setUTCFullYear(from.getUTCFullYear() + years);
  if (later.getUTCMonth() !== from.getUTCMonth()) later.setUTCDate(0);
  return later;
}
