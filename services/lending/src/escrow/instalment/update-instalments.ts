/** What a transition changes about the due dates of a loan with instalments. Pure. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { MissedInstalment } from '../../loan/decisions.ts';
import { hasInstalmentsNow } from '../../loan/plan/plan.ts';
import { isFunded } from '../../loan/status.ts';
import { toDueTime } from '../balance/due-date.ts';
import { replayLoan } from '../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow.ts';
import { hasCureClaim } from '../stage.ts';

/**
 * The changes in addition to those of the transition itself: the due date of the oldest unpaid instalment and of the last
 * one follow the payments that count. Once the instalment of a notice is paid, the default is cured: notice and grace
 * end, and the next missed instalment has its own. Nothing ends an acceleration but the payoff, or a payment of its day
 * or before that cured the default.
 */
export function updateInstalments(
  before: Escrow,
  after: Escrow,
  { transition, now }: { transition: EscrowTransition; now: Date },
): Partial<Escrow> {
  const { receipt, status } = after;
  if (!isFunded(status) || receipt === null) return {};
  const past = listValidPast(after, receipt);
  if (!hasInstalmentsNow(after)) return past;
  const acceleratedAt = findValidAcceleration(after, receipt);
  const loan = { ...after, ...past, acceleratedAt };
  // With an acceleration the rest is due at once; the due dates stay those of the plan.
  const { rows } = replayLoan({ ...loan, acceleratedAt: null }, receipt, { day: now });
  const last = rows.at(-1);
  if (!last) return past;
  const unpaid = rows.find(({ state }) => state !== 'PAID') ?? last;
  const instalmentDueAt = toDueTime(unpaid.due, receipt.at);
  // A denied claim of all that is overdue is the only one that blocks a seizure.
  const isDenied = transition === 'DENY_PAYMENT' && hasCureClaim(before) && !hasCureClaim(after);
  const dates = {
    ...past,
    // After an acceleration a part payment changes no date.
    ...(acceleratedAt === null ? { instalmentDueAt, dueAt: toDueTime(last.due, receipt.at) } : {}),
    ...(acceleratedAt === (after.acceleratedAt ?? null) ? {} : { acceleratedAt }),
    ...(isDenied ? { blockingClaimUsed: true } : {}),
  };
  const missed = after.missed ?? [];
  const current = missed.at(-1);
  const isCured =
    after.noticeAt !== null && acceleratedAt === null && current && instalmentDueAt > current.due;
  if (!isCured) return dates;
  const paid = rows.find(({ due }) => due.getTime() === utcDay(current.due).getTime());
  const cured: MissedInstalment = { due: current.due, curedOn: paid?.paidOn ?? utcDay(now) };
  return {
    ...dates,
    missed: [...missed.slice(0, -1), cured],
    noticeAt: null,
    graceEndNotifiedAt: null,
    blockingClaimUsed: null,
  };
}

/** Null if what was paid by the day of the acceleration had cured the default by then. */
function findValidAcceleration(escrow: Escrow, receipt: Receipt): Date | null {
  const { acceleratedAt = null } = escrow;
  return acceleratedAt && isValid(acceleratedAt, escrow, receipt) ? acceleratedAt : null;
}

/** Without those that a payment cured, which was confirmed after new terms; empty if nothing changes. */
function listValidPast(escrow: Escrow, receipt: Receipt): Pick<Escrow, 'pastAccelerations'> {
  const past = escrow.pastAccelerations ?? [];
  const valid = past.filter(({ at }) => isValid(at, escrow, receipt));
  return valid.length < past.length ? { pastAccelerations: valid } : {};
}

/** What counted by the day of an acceleration left the instalment unpaid that it was for. */
function isValid(at: Date, escrow: Escrow, receipt: Receipt): boolean {
  const missed = escrow.missed?.findLast(({ due }) => due < at);
  if (!missed) return true;
  const day = utcDay(at);
  const pastAccelerations = escrow.pastAccelerations?.filter((one) => one.at < at) ?? [];
  const changedTerms = escrow.changedTerms?.filter(({ from }) => from < day) ?? [];
  const before = { ...escrow, acceleratedAt: null, pastAccelerations, changedTerms };
  const unpaid = replayLoan(before, receipt, { day }).rows.find(({ state }) => state !== 'PAID');
  return !unpaid || unpaid.due <= utcDay(missed.due);
}
