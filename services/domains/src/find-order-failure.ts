/** Converts the error of an order, a transfer in or a renewal, to the failure that its event carries. */

import type { ConflictReason, DomainError } from '@nameloan/contracts/errors';
import type { OrderFailure, OrderFailureCode } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Domain } from './domain/domain.ts';
import { renewableFrom } from './registration-term.ts';
import { OrderError } from './registry.ts';
import { findSuffix } from './suffix/suffixes.ts';

const codes: Partial<Record<ConflictReason, OrderFailureCode>> = {
  ALREADY_DONE: 'ALREADY_RENEWED',
  BUSY: 'RENEWAL_IN_PROGRESS',
  HOLD_ENDED: 'HOLD_RELEASED',
  NOT_IN_CUSTODY: 'NOT_IN_CUSTODY',
  STALE: 'HOLD_MISMATCH',
  TRANSFER_PENDING: 'TRANSFER_IN_PROGRESS',
};

/** `feeCents`: the fee that payments was requested to hold. */
export function findOrderFailure(
  error: DomainError,
  { feeCents, domain }: { feeCents: number; domain: Domain },
): OrderFailure {
  if (error instanceof OrderError) return error.failure;
  const { reason, missingCents } = error.details;
  if (error.code === 'BALANCE_TOO_LOW' && missingCents !== undefined) {
    // Below zero, the balance lacks more than the fee.
    const owedCents = Math.max(0, missingCents - feeCents);
    return toOrderFailure('BALANCE_TOO_LOW', { missingCents, owedCents });
  }
  if (error.code === 'UNAVAILABLE') return toOrderFailure('PLATFORM_UNAVAILABLE');
  const { suffix } = domain;
  if (reason === 'UNSUPPORTED_TLD') return toOrderFailure('UNSUPPORTED_TLD', { suffix });
  if (reason === 'REGISTRY_REJECTED') return atMaxRegistration(domain);
  return toOrderFailure((reason && codes[reason]) ?? 'ORDER_REJECTED');
}

/** The one rejection before the registry is asked (domain-actions.ts). */
function atMaxRegistration({ suffix, expiresAt }: Domain): OrderFailure {
  const maxYears = findSuffix(suffix)?.maxYears;
  if (!maxYears || !expiresAt) return toOrderFailure('NOT_OFFERED_NOW');
  const until = renewableFrom(expiresAt, maxYears).toISOString();
  return toOrderFailure('MAX_REGISTRATION', { suffix, maxYears, until });
}
