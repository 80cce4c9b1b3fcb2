/**
 * The registry's rules for a transfer between registrars (RFC 5731 section 3.2.4), pure: who may ask,
 * who may end it and how, and when silence ends it.
 */

import { randomBytes } from 'node:crypto';
import type { Domain, Transfer, TransferEnd } from '../records.ts';
import {
  assertNoStatus,
  dayMs,
  freshCode,
  isPending,
  maxYears,
  otherRegistrar,
  yearsLater,
} from './domain.ts';
import { RegistryError } from './registry-error.ts';

/** Days of business time after which the losing registrar's silence counts as consent. */
export const silenceDays = 5;

/** The domain with a transfer requested, or a refusal with its EPP code. */
export function applyTransferRequest(
  domain: Domain,
  request: { registrar: string; authCode: string | null; years: number },
  now: Date,
): Domain {
  if (domain.registrar === request.registrar) {
    throw new RegistryError(2002, 'The domain is already with this registrar.');
  }
  if (request.authCode === null)
    throw new RegistryError(2003, 'The authorisation code is missing.');
  if (request.authCode !== domain.authCode) {
    throw new RegistryError(2202, 'The authorisation code is wrong.');
  }
  if (isPending(domain)) throw new RegistryError(2300, 'A transfer is already pending.');
  const forbidding = ['clientTransferProhibited', 'pendingDelete', 'serverTransferProhibited'];
  assertNoStatus(domain, forbidding, now);
  const years = yearsAdded(domain.name);
  if (request.years !== years) {
    throw new RegistryError(2306, `A transfer of this name adds exactly ${years} year(s).`);
  }
  return {
    ...domain,
    transfer: {
      status: 'pending',
      requestedBy: request.registrar,
      requestedAt: now.toISOString(),
      actingBy: domain.registrar,
      actingAt: new Date(now.getTime() + silenceDays * dayMs).toISOString(),
      newExpiry: expiryAfterTransfer(domain, now).toISOString(),
      requestedWallMs: Date.now(),
    },
  };
}

/** Suffixes whose registries sell more than one year at a time, a transfer included. */
const transferYears: ReadonlyMap<string, number> = new Map([['ai', 2]]);

/** Years that a transfer adds to a name's registration. */
export function yearsAdded(name: string): number {
  return transferYears.get(name.slice(name.lastIndexOf('.') + 1)) ?? 1;
}

/** A transfer's years more, but never beyond ten years from now and never less than there is. */
function expiryAfterTransfer(domain: Domain, now: Date): Date {
  const present = new Date(domain.expiresAt);
  const longest = yearsLater(now, maxYears);
  const next = yearsLater(present, yearsAdded(domain.name));
  if (next <= longest) return next;
  return present > longest ? present : longest;
}

/** The pending transfer, or the refusal 2301. */
export function pendingTransfer(domain: Domain): Transfer {
  if (domain.transfer && isPending(domain)) return domain.transfer;
  throw new RegistryError(2301, 'No transfer of this domain is pending.');
}

/** The domain after its pending transfer ended in this way. */
export function applyTransferEnd(domain: Domain, end: TransferEnd, now: Date): Domain {
  const pending = pendingTransfer(domain);
  const at = now.toISOString();
  const transfer: Transfer = { ...pending, status: end, actingAt: at };
  if (end === 'clientCancelled' || end === 'clientRejected') return { ...domain, transfer };
  const newExpiry = expiryAfterTransfer(domain, now).toISOString();
  return {
    ...domain,
    registrar: pending.requestedBy,
    // The locks were the losing registrar's; the code it knew must not open the domain again.
    statuses: domain.statuses.filter((status) => status.startsWith('server')),
    authCode: pending.requestedBy === otherRegistrar ? freshCode(randomBytes(16)) : domain.authCode,
    transferredAt: at,
    updatedAt: at,
    updatedBy: pending.requestedBy,
    expiresAt: newExpiry,
    transfer: { ...transfer, newExpiry },
  };
}

/**
 * When silence, or the sandbox's automatic approval, has ended the pending transfer; null: not yet. A clock
 * that was moved far ahead has passed the end of the silence, and that is when the transfer happened.
 */
export function approvalTime(
  domain: Domain,
  at: { now: Date; wallMs: number; autoApproveSeconds: number | null },
): Date | null {
  const { transfer } = domain;
  if (transfer?.status !== 'pending') return null;
  const silentUntil = new Date(transfer.actingAt);
  if (silentUntil <= at.now) return silentUntil;
  if (at.autoApproveSeconds === null || domain.autoApprove === false) return null;
  return transfer.requestedWallMs + at.autoApproveSeconds * 1000 <= at.wallMs ? at.now : null;
}
