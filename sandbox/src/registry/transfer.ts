/**
 * The registry's rules for a transfer between registrars (RFC 5731 section 3.2.4): who may request and end it, and
 * when it is approved by default. Pure.
 */

import { randomBytes } from 'node:crypto';
import type { Domain, Transfer, TransferEnd } from '../records.ts';
import {
  assertNoStatus,
  dayMs,
  freshCode,
  gainingRegistrar,
  isPending,
  maxYears,
  otherRegistrar,
  yearsLater,
} from './domain.ts';
import { RegistryError } from './registry-error.ts';

/** Days of business time after which a transfer without a response is approved. */
const silenceDays = 5;

/** The domain with the requested transfer. Throws RegistryError. */
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
  return withPendingTransfer(domain, request.registrar, now);
}

/** The domain with a transfer that the losing registrar has to answer. */
export function withPendingTransfer(domain: Domain, requestedBy: string, now: Date): Domain {
  return {
    ...domain,
    transfer: {
      status: 'pending',
      requestedBy,
      requestedAt: now.toISOString(),
      actingBy: domain.registrar,
      actingAt: new Date(now.getTime() + silenceDays * dayMs).toISOString(),
      newExpiry: expiryAfterTransfer(domain, now).toISOString(),
      requestedWallMs: Date.now(),
    },
  };
}

/** Suffixes whose registries register several years at a time, including with a transfer. */
const transferYears: ReadonlyMap<string, number> = new Map([['ai', 2]]);

/** Years that a transfer adds to a name's registration. */
export function yearsAdded(name: string): number {
  return transferYears.get(name.slice(name.lastIndexOf('.') + 1)) ?? 1;
}

/** Adds the transfer's years, but at most to ten years from now and never shortens the registration. */
function expiryAfterTransfer(domain: Domain, now: Date): Date {
  const present = new Date(domain.expiresAt);
  const longest = yearsLater(now, maxYears);
  const next = yearsLater(present, yearsAdded(domain.name));
  if (next <= longest) return next;
  return present > longest ? present : longest;
}

/** The pending transfer. Throws 2301 when there is none. */
export function pendingTransfer(domain: Domain): Transfer {
  if (domain.transfer && isPending(domain)) return domain.transfer;
  throw new RegistryError(2301, 'No transfer of this domain is pending.');
}

const isOther = (registrar: string) => [otherRegistrar, gainingRegistrar].includes(registrar);

/** The domain after the end of its pending transfer. */
export function applyTransferEnd(domain: Domain, end: TransferEnd, now: Date): Domain {
  const pending = pendingTransfer(domain);
  const at = now.toISOString();
  const transfer: Transfer = { ...pending, status: end, actingAt: at };
  if (end === 'clientCancelled' || end === 'clientRejected') return { ...domain, transfer };
  const newExpiry = expiryAfterTransfer(domain, now).toISOString();
  return {
    ...domain,
    registrar: pending.requestedBy,
    // The losing registrar's locks are removed, and the code that it knew is replaced.
    statuses: domain.statuses.filter((status) => status.startsWith('server')),
    authCode: isOther(pending.requestedBy) ? freshCode(randomBytes(16)) : domain.authCode,
    transferredAt: at,
    updatedAt: at,
    updatedBy: pending.requestedBy,
    expiresAt: newExpiry,
    transfer: { ...transfer, newExpiry },
  };
}

/**
 * When the pending transfer was approved by default or automatically; null: not yet. If the clock has moved past the
 * end of the response period, the transfer happened at that end.
 */
export function approvalTime(
  domain: Domain,
  at: { now: Date; wallMs: number; autoApproveSeconds: number | null },
): Date | null {
  const { transfer } = domain;
  if (transfer?.status !== 'pending') return null;
  const respondBy = new Date(transfer.actingAt);
  if (respondBy <= at.now) return respondBy;
  if (at.autoApproveSeconds === null || domain.autoApprove === false) return null;
  // A state that a test or a demo has set stays until its response period ends.
  if (transfer.requestedBy === gainingRegistrar) return null;
  return transfer.requestedWallMs + at.autoApproveSeconds * 1000 <= at.wallMs ? at.now : null;
}
