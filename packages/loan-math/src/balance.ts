/** The balance of a loan on a day, for the server and the web app alike (docs/product-rules.md#balance). */

import { CompoundReplay } from './balance-compound.ts';
import { listEvents, sortVersions } from './balance-events.ts';
import { Replay } from './balance-replay.ts';
import type { BalanceRow, LoanBalance, LoanRecord } from './balance-terms.ts';
import { toDate, toDayNumber } from './plan-days.ts';
import type { RowState } from './plan-rows.ts';

/**
 * Principal, interest, fees and schedule at the end of `on`: a pure function of what is recorded, whatever its order.
 * What is dated later is ignored.
 */
export function balanceOn(loan: LoanRecord, on: Date): LoanBalance {
  const startDay = toDayNumber(loan.start);
  const onDay = Math.max(startDay, toDayNumber(on));
  const [first, ...changes] = sortVersions(loan.versions);
  const isSimple = loan.accrual === 'SIMPLE_365';
  const replay = new (isSimple ? Replay : CompoundReplay)(loan.amountCents, startDay, first);
  for (const { day, apply } of listEvents(loan, changes, startDay)) {
    if (day > onDay) break;
    replay.advanceTo(day);
    apply(replay);
  }
  replay.advanceTo(onDay);
  return replay instanceof CompoundReplay ? replay.describe() : describeBalance(replay);
}

function describeBalance(replay: Replay): LoanBalance {
  const { principalCents, interestCents, feesCents, defaultInterestCents, day } = replay;
  const debtCents = principalCents + interestCents;
  const planned = replay.rows.complete();
  const open = planned.slice(replay.nextIndex).map((row, at) => {
    const cents = replay.openCents(replay.nextIndex + at, Math.max(day, row.dueDay));
    return { row, cents: row.isLast ? cents : Math.min(cents, replay.debtCentsOn(row.dueDay)) };
  });
  const sumOpen = (rows: typeof open): number =>
    Math.min(
      debtCents,
      rows.reduce((sum, { cents }) => sum + cents, 0),
    );
  const due = open.filter(({ row, cents }) => row.dueDay <= day && cents > 0);
  const next = open.find(({ row, cents }) => row.dueDay >= day && cents > 0);
  const [oldest] = due;
  return {
    ...{ principalCents, interestCents, feesCents, defaultInterestCents },
    creditCents: replay.creditCents,
    payoffCents: debtCents + feesCents + defaultInterestCents,
    applied: replay.applied,
    rows: planned.map((row, index) => describeRow(replay, row, index)),
    nextDue: next ? { day: toDate(next.row.dueDay), cents: next.cents } : null,
    overdueCents: sumOpen(due.filter(({ row }) => row.dueDay < day)),
    oldestUnpaidDue: oldest ? toDate(oldest.row.dueDay) : null,
    cureCents: (replay.isAccelerated ? debtCents : sumOpen(due)) + feesCents + defaultInterestCents,
  };
}

/** The last row pays what is left on its day, once it is the next one. */
function describeRow(replay: Replay, row: RowState, index: number): BalanceRow {
  const { isLast, dueDay, paidDay, ...shown } = row;
  const isPaid = index < replay.nextIndex;
  // An acceleration makes all rows due together, so the open ones add up to the debt of that day.
  if (isLast && !isPaid && (index === replay.nextIndex || replay.isAccelerated)) {
    shown.paymentCents = row.paidCents + replay.openCents(index, dueDay);
    const interestCents = replay.interestCentsOn(dueDay) - replay.interestCentsBefore(index);
    shown.interestCents = Math.max(0, Math.min(interestCents, shown.paymentCents));
    shown.principalCents = shown.paymentCents - shown.interestCents;
  }
  const isDue = dueDay <= replay.day;
  return {
    ...shown,
    due: toDate(dueDay),
    state: isPaid ? 'PAID' : row.paidCents > 0 ? 'PARTLY_PAID' : isDue ? 'DUE' : 'PLANNED',
    paidOn: paidDay === null ? null : toDate(paidDay),
  };
}
