/** Applies events about a loan's domain: as a transition, or as a history entry. */

import {
  describeCustodyLoss,
  describeReservationRefusal,
} from '@nameloan/contracts/domain-reasons';
import type { Event } from '@nameloan/contracts/events';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Tx } from '@nameloan/persistence/tx';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import type { HistoryAction } from '../loan/history.ts';
import { escrows } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { findHeldState } from './held.ts';
import { applyTransition, recordHistory } from './transition/apply-transition.ts';
import { systemActor } from './transition/decide-transition.ts';
import type { CustodyUpdate } from './transition/guards.ts';
import type { PlatformTransition } from './transition/transitions.ts';

const beforeCustody: readonly EscrowStatus[] = ['PENDING_SIGNATURE', 'NEW'];

/** An event whose domain may secure no loan. */
type LoanDomainEvent<S extends `domains.domain.${string}`> = Event<Extract<Event['subject'], S>>;

export async function recordReservationGranted(
  event: Event<'domains.domain.reserved'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, inCustody, holder } = event.data;
  await applyToLoan(
    escrowId,
    { transition: 'RESERVATION_GRANTED', inCustody, holder, ...toCustodyUpdate(event) },
    tx,
  );
}

export async function recordReservationRejected(
  { data }: Event<'domains.domain.reservation-refused'>,
  tx: Tx,
): Promise<void> {
  const reason = describeReservationRefusal(data.reason);
  await applyToLoan(data.escrowId, { transition: 'RESERVATION_REFUSED', reason }, tx);
}

export async function recordCustodyArrived(
  event: Event<'domains.domain.custody-arrived'>,
  tx: Tx,
): Promise<void> {
  await applyToLoan(
    event.data.escrowId,
    { transition: 'CUSTODY_ARRIVED', ...toCustodyUpdate(event) },
    tx,
  );
}

export async function recordCustodyLost(
  event: Event<'domains.domain.custody-lost'>,
  tx: Tx,
): Promise<void> {
  const reason = describeCustodyLoss(event.data.reason);
  await applyToLoan(
    event.data.escrowId ?? (await findHoldingLoan(event.data, tx)),
    { transition: 'CUSTODY_LOST', reason, ...toCustodyUpdate(event) },
    tx,
  );
}

/**
 * The loan whose domain the platform holds, for an event of an earlier version that lacks its id: the last of the
 * domain's loans that a decision ended so.
 */
async function findHoldingLoan(
  { domainId, accountId }: { domainId: string; accountId: string },
  tx: Tx,
): Promise<string | null> {
  if (accountId !== platformAccountId) return null;
  const ended = await escrows.findMany({ domainId, status: 'FINALIZED_PLATFORM_SEZIURE' }, { tx });
  const [last] = ended.sort((one, other) => other.statusAt.getTime() - one.statusAt.getTime());
  return last && findHeldState(last) === 'HELD' ? last.id : null;
}

export function recordTransferStarted(
  { data }: LoanDomainEvent<'domains.domain.transfer-started'>,
  tx: Tx,
): Promise<void> {
  return recordForLoan(data.escrowId, { action: 'TRANSFER_STARTED', note: null }, tx);
}

export function recordTransferFailed(
  { data }: LoanDomainEvent<'domains.domain.transfer-failed'>,
  tx: Tx,
): Promise<void> {
  const note = describeOrderFailure(data.reason);
  return recordForLoan(data.escrowId, { action: 'TRANSFER_FAILED', note }, tx);
}

export async function recordRenewalNeeded(
  { data }: LoanDomainEvent<'domains.domain.renewal-needed'>,
  tx: Tx,
): Promise<void> {
  const escrow = await loadLoan(data.escrowId, tx);
  if (!escrow) return;
  // The dates are fields of the loan and of its domain.
  const note =
    'The domain has arrived, but its registration ends too early for this loan. The loan continues once the borrower renews the domain.';
  const entry = { action: 'RENEWAL_NEEDED', note } as const;
  // A known arrival is newer than this event.
  const isWaiting = escrow.inCustodyAt === null && beforeCustody.includes(escrow.status);
  const changes = { renewUntil: new Date(data.neededUntil) };
  await recordHistory(escrow, isWaiting ? { ...entry, changes } : entry, tx);
}

export function recordRenewed(
  { data }: LoanDomainEvent<'domains.domain.renewed'>,
  tx: Tx,
): Promise<void> {
  return recordForLoan(data.escrowId, { action: 'RENEWED', note: null }, tx);
}

export function recordRenewalFailed(
  { data }: LoanDomainEvent<'domains.domain.renewal-failed'>,
  tx: Tx,
): Promise<void> {
  const note = describeOrderFailure(data.reason);
  return recordForLoan(data.escrowId, { action: 'RENEWAL_FAILED', note }, tx);
}

export function recordOwnerChanged(
  { data }: Event<'domains.domain.owner-changed'>,
  tx: Tx,
): Promise<void> {
  const note = data.toAccountId === null ? 'The new owner is the platform.' : null;
  return recordForLoan(data.escrowId, { action: 'OWNER_CHANGED', note }, tx);
}

function toCustodyUpdate({ at, aggregateVersion }: Event): CustodyUpdate {
  return { domainVersion: aggregateVersion, at: new Date(at) };
}

async function applyToLoan(
  escrowId: string | null,
  input: PlatformTransition,
  tx: Tx,
): Promise<void> {
  const escrow = await loadLoan(escrowId, tx);
  if (escrow) await applyTransition(escrow, { input, by: systemActor }, tx);
}

async function recordForLoan(
  escrowId: string | null,
  entry: { action: HistoryAction; note: string | null },
  tx: Tx,
): Promise<void> {
  const escrow = await loadLoan(escrowId, tx);
  if (escrow) await recordHistory(escrow, entry, tx);
}

/**
 * Undefined when the event concerns no loan. Throws while the loan is not stored yet, so that the event is retried. Domains
 * names the loan that held the domain: if a new one has replaced it by now, the event concerns that one.
 */
async function loadLoan(escrowId: string | null, tx: Tx): Promise<Escrow | undefined> {
  if (escrowId === null) return undefined;
  const escrow = await escrows.find(escrowId, tx);
  if (!escrow) throw new DependencyNotReadyError(`loan ${escrowId} is not known yet`);
  const { endedBy, replacement } = escrow;
  return endedBy === 'REFINANCED' && replacement ? loadLoan(replacement.escrowId, tx) : escrow;
}
