/** The payments of a running loan with what is paid of each (docs/product-rules.md#instalments). Pure. */

import type { BalanceRow } from '@nameloan/loan-math/balance-terms';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import type { PlanRow } from '@nameloan/loan-math/plan-terms';
import { findLoanAccrual } from '../../loan/accrual.ts';
import { wasPaidLate } from '../../loan/decisions.ts';
import { readPlan } from '../../loan/plan/plan.ts';
import { isFinal } from '../../loan/status.ts';
import { toDueTime } from '../balance/due-date.ts';
import { replayLoan } from '../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow.ts';
import { isGraceOver } from '../stage.ts';

const scheduleStates = [
  'PLANNED',
  'DUE',
  'PARTLY_PAID',
  'PAID',
  'IN_GRACE',
  'OVERDUE',
  'CURED',
] as const;
type ScheduleState = (typeof scheduleStates)[number];

export interface ScheduleRow extends PlanRow {
  paidCents: number;
  state: ScheduleState;
}

/** Before the receipt: the plan as if the money arrived now. */
export function buildSchedule(escrow: Escrow, now: Date): ScheduleRow[] {
  const { receipt } = escrow;
  if (receipt === null) return planSchedule(escrow, now);
  const { day, more } = findScheduleEnd(escrow, now);
  const { rows } = replayLoan(escrow, receipt, { day, more });
  return rows.map(({ paidOn: _, ...row }) => ({
    ...row,
    state: findState(escrow, receipt, { row, now: day }),
  }));
}

function planSchedule(escrow: Escrow, now: Date): ScheduleRow[] {
  const { amountCents, rateBps, termDays } = escrow;
  const rows = buildPlan({
    ...{ amountCents, rateBps, termDays },
    accrual: findLoanAccrual(escrow),
    start: utcDay(now),
    plan: readPlan(escrow),
  });
  return rows.map((row) => ({ ...row, paidCents: 0, state: 'PLANNED' }));
}

/** Of a loan that is over: as it was at its end, with the final payment. */
function findScheduleEnd(escrow: Escrow, now: Date) {
  const { status, finalizedAt, repaidOn, finalPayoffCents } = escrow;
  const day = isFinal(status) ? (repaidOn ?? finalizedAt ?? now) : now;
  const paid = repaidOn && finalPayoffCents;
  return { day, more: paid ? [{ id: '~', day: repaidOn, amountCents: finalPayoffCents }] : [] };
}

interface RowAt {
  row: Omit<BalanceRow, 'paidOn'>;
  now: Date;
}

function findState(escrow: Escrow, receipt: Receipt, { row, now }: RowAt): ScheduleState {
  const missed = escrow.missed?.find(({ due }) => +utcDay(due) === +row.due);
  if (row.state === 'PAID') return missed && wasPaidLate(missed) ? 'CURED' : 'PAID';
  const isDue = toDueTime(row.due, receipt.at) <= now;
  if (isDue && escrow.noticeAt) return isGraceOver(escrow, now) ? 'OVERDUE' : 'IN_GRACE';
  if (row.paidCents > 0) return 'PARTLY_PAID';
  return isDue ? 'DUE' : 'PLANNED';
}
