/** Whether a domain can be listed: lending rejects listings by this rule, domains shows the action by it. */

import type { ConflictReason } from '../errors.ts';
import { DomainError } from '../errors.ts';
import type { ReplyPayload } from '../requests.ts';
import { describeObstacle } from './diligence.ts';
import { findHoldObstacle } from './legal-hold.ts';

type ListingEligibility = Pick<
  ReplyPayload<'domains.listing-eligibility'>,
  | 'status'
  | 'reservedFor'
  | 'pendingTransfer'
  | 'transferOutStartsAt'
  | 'pushExpiresAt'
  | 'holdable'
  | 'unicodeName'
  | 'diligence'
  | 'lockedUntil'
  | 'legalHold'
>;

/** Why an action is not possible now: a code for programs and a sentence for users. */
export interface ListingObstacle {
  reason: ConflictReason;
  message: string;
  /** When this obstacle ends, if known. */
  availableAt?: Date;
}

/** The wait before a transfer out, which blocks every other act on the domain. */
export const transferOutWaiting = (availableAt: Date): ListingObstacle => ({
  reason: 'TRANSFER_OUT_WAITING',
  message: 'The transfer out of this domain waits to start. Cancel it to do something else.',
  availableAt,
});

/** A push to another account reserves the domain. */
export const pushPending = (availableAt: Date): ListingObstacle => ({
  reason: 'PUSH_PENDING',
  message: 'This domain is offered to another account. Withdraw the push first.',
  availableAt,
});

/** Undefined if the domain can be listed, unless it is listed already, which only lending knows. */
export function findListingObstacle(domain: ListingEligibility): ListingObstacle | undefined {
  if (domain.status === 'EXTERNAL_UNVERIFIED')
    return { reason: 'NOT_VERIFIED', message: 'Verify this domain before you list it.' };
  if (domain.status === 'IN_ESCROW')
    return { reason: 'RESERVED', message: 'This domain is in escrow and cannot be listed.' };
  const onHold = findHoldObstacle(domain.legalHold, 'LIST');
  if (onHold) return onHold;
  if (domain.reservedFor !== null)
    return { reason: 'RESERVED', message: 'This domain is reserved for a loan.' };
  if (domain.transferOutStartsAt !== null)
    return transferOutWaiting(new Date(domain.transferOutStartsAt));
  if (domain.pushExpiresAt !== null) return pushPending(new Date(domain.pushExpiresAt));
  if (domain.pendingTransfer === 'OUT')
    return { reason: 'TRANSFER_PENDING', message: 'This domain is being transferred out.' };
  if (domain.holdable) return findDiligenceObstacle(domain);
  const suffix = domain.unicodeName.slice(domain.unicodeName.indexOf('.') + 1);
  const message = `Nameloan cannot hold .${suffix} domains yet, so this one cannot secure a loan.`;
  return { reason: 'UNSUPPORTED_TLD', message };
}

/** By a report of at most a day; the suffix has its own code. */
function findDiligenceObstacle({
  diligence,
  lockedUntil,
}: Pick<ListingEligibility, 'diligence' | 'lockedUntil'>): ListingObstacle | undefined {
  const [reason] = diligence.filter((one) => one !== 'SUFFIX');
  if (reason === undefined) return undefined;
  const end = lockedUntil === null ? null : new Date(lockedUntil);
  return { reason: 'NOT_ELIGIBLE', message: describeObstacle(reason, end) };
}

export function toConflict({ reason, message, availableAt }: ListingObstacle): DomainError {
  return new DomainError('CONFLICT', message, {
    reason,
    ...(availableAt ? { availableAt: availableAt.toISOString() } : {}),
  });
}
