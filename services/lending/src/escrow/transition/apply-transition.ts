/** Applies a transition to a loan in one transaction: record, history, events, jobs and change signal. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { escrowTopic } from '@nameloan/contracts/topics';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { collaterals } from '../../collateral/collateral.model.ts';
import type { HistoryAction, HistoryEntry } from '../../loan/history.ts';
import { isFinal } from '../../loan/status.ts';
import { publishSignal } from '../../service-context.ts';
import { escrows, histories } from '../escrow.model.ts';
import type { Escrow } from '../escrow.ts';
import { computeRanks } from '../rank-loan.ts';
import { isGraceOver } from '../stage.ts';
import { writeAmendments } from './amendment/write-amendments.ts';
import { writeVoid } from './assignment/write-void.ts';
import type { EscrowEvent, TransitionActor } from './decide-transition.ts';
import { decideTransition, systemActor } from './decide-transition.ts';
import { escrowJobs, findJobTime } from './escrow-jobs.ts';
import { writePayments } from './payment/write-payments.ts';
import { syncRefinance } from './refinance/sync-loans.ts';
import type { RefinanceSync, TransitionInput } from './transitions.ts';

/** Throws what `decideTransition` throws; nothing is written then. */
export async function applyTransition(
  escrow: Escrow,
  { input, by }: { input: TransitionInput; by: TransitionActor },
  tx: Tx,
): Promise<Escrow> {
  const [at, paymentId] = [now(), newId()];
  const decision = decideTransition(escrow, input, { by, now: at, paymentId });
  const after = await updateRanked(escrow, decision.after, tx);
  const { transition } = input;
  const applied = { before: escrow, after, transition, input, at, paymentId };
  await writePayments(applied, tx);
  await writeAmendments(applied, tx);
  await writeVoid(applied, tx);
  await addHistoryEntry(decision.history, tx);
  for (const event of decision.events) emitEvent(event, after, tx);
  await reschedule({ before: escrow, after }, tx);
  if (isFinal(after.status) && after.refinanceListingId)
    await tx.schedule({ kind: 'close-refinance-listing', key: after.refinanceListingId });
  return syncRefinance({ before: escrow, after, input }, applyByPlatform, tx);
}

const applyByPlatform = (escrow: Escrow, input: RefinanceSync, tx: Tx): Promise<Escrow> =>
  applyTransition(escrow, { input, by: systemActor }, tx);

/** Stores a new loan with its first history entry and its jobs. */
export async function addLoan(escrow: Escrow, tx: Tx): Promise<void> {
  const after = await escrows.add(await withRanks(escrow, tx), tx);
  await addHistoryEntry(createOpeningEntry(after), tx);
  await reschedule({ before: null, after }, tx);
}

/** Schedules the timed transitions of a record that has no `remindedAt`. */
export async function startTimedTransition(escrow: Escrow, tx: Tx): Promise<void> {
  const after = await updateRanked(escrow, { ...escrow, remindedAt: null }, tx);
  await reschedule({ before: null, after }, tx);
  // The job kind that such a record may have.
  await tx.unschedule('send-notice', escrow.id);
}

/** Sets the lender's deadline of a loan that was in custody before there was one, without surprise on the day of the upgrade. */
export async function startFundingPeriod(escrow: Escrow, tx: Tx): Promise<void> {
  const { fundingDays, fundingUpgradeDays } = loanCalendar;
  const earliest = addDays(now(), fundingUpgradeDays - fundingDays);
  const fundingFrom = escrow.statusAt > earliest ? escrow.statusAt : earliest;
  const after = await updateRanked(escrow, { ...escrow, fundingFrom }, tx);
  await reschedule({ before: escrow, after }, tx);
}

/** Loans whose grace ended before there was a notification of it get none: it would come late, and by surprise. */
export async function startGraceNotice(escrow: Escrow, tx: Tx): Promise<void> {
  const graceEndNotifiedAt = isGraceOver(escrow, now()) ? now() : null;
  const after = await updateRanked(escrow, { ...escrow, graceEndNotifiedAt }, tx);
  await reschedule({ before: escrow, after }, tx);
}

/** Writes fields that change the loan's deadlines, without a transition. */
export async function updateDeadlines(
  escrow: Escrow,
  changes: Partial<Escrow>,
  tx: Tx,
): Promise<Escrow> {
  const after = await updateRanked(escrow, { ...escrow, ...changes }, tx);
  await reschedule({ before: escrow, after }, tx);
  return after;
}

/** Ranks a loan again after a moment that changed its place in the lists but not its record, or in an old record. */
export async function updateRanks(escrow: Escrow, tx: Tx): Promise<void> {
  const after = await updateRanked(escrow, escrow, tx);
  await reschedule({ before: escrow, after }, tx);
}

/** The only writer of loans: their ranks follow from every write. */
async function updateRanked(before: Escrow, after: Escrow, tx: Tx): Promise<Escrow> {
  return escrows.update(before, await withRanks(after, tx), tx);
}

async function withRanks(escrow: Escrow, tx: Tx): Promise<Escrow> {
  // Only who has to act on a loan in NEW depends on its domain; each event about the transfer writes the loan too.
  const collateral =
    escrow.status === 'NEW' ? await collaterals.find(escrow.domainId, tx) : undefined;
  const transferring = Boolean(collateral?.transferring);
  return { ...escrow, ...computeRanks(escrow, { now: now(), transferring }) };
}

interface Entry {
  action: HistoryAction;
  note: string | null;
  /** Default: the platform. */
  by?: TransitionActor & { role: HistoryEntry['by'] };
  changes?: Partial<Escrow>;
}

/**
 * Adds a history entry without a transition; `changes` may update fields. The entry raises the loan's version, so that
 * the order of entries never depends on the clocks of replicas.
 */
export async function recordHistory(
  escrow: Escrow,
  { action, note, by = { ...systemActor, role: 'SYSTEM' }, changes }: Entry,
  tx: Tx,
): Promise<Escrow> {
  const after = await updateRanked(escrow, { ...escrow, ...changes }, tx);
  const { id: escrowId, version, status } = after;
  const actor = { by: by.role, accountId: by.accountId, actor: by.name };
  const entry = { escrowId, version, at: now(), ...actor, action, from: status, to: status, note };
  await addHistoryEntry(entry, tx);
  return after;
}

async function addHistoryEntry(entry: HistoryEntry, tx: Tx): Promise<void> {
  await histories.add({ id: newId(), ...entry }, tx);
  tx.afterCommit(() => publishSignal(escrowTopic(entry.escrowId), { what: 'changed' }));
}

/** The cast is safe: EscrowEvent pairs each subject with its data. */
function emitEvent({ subject, data }: EscrowEvent, after: Escrow, tx: Tx): void {
  tx.emit(subject, after, data as never);
}

async function reschedule(
  { before, after }: { before: Escrow | null; after: Escrow },
  tx: Tx,
): Promise<void> {
  const at = now();
  for (const kind of escrowJobs) {
    const oldTime = before && findJobTime(kind, before, at);
    const newTime = findJobTime(kind, after, at);
    if (oldTime?.getTime() === newTime?.getTime()) continue;
    if (newTime) await tx.schedule({ kind, key: after.id, at: newTime });
    else await tx.unschedule(kind, after.id);
  }
}

/** The first history entry: the borrower accepted the offer. */
function createOpeningEntry(escrow: Escrow): HistoryEntry {
  return {
    escrowId: escrow.id,
    version: escrow.version,
    at: escrow.createdAt,
    by: 'BORROWER',
    accountId: escrow.borrowerId,
    actor: escrow.borrowerName,
    action: 'ACCEPT_OFFER',
    from: null,
    to: escrow.status,
    note: null,
  };
}
