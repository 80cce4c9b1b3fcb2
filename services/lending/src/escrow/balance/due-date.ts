/** The due dates of a loan: one, or one per instalment (docs/product-rules.md#instalments). */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import { hasInstalments, hasInstalmentsNow, readPlan } from '../../loan/plan/plan.ts';
import type { Escrow } from '../escrow.ts';

/** The record fields that the present due date depends on. */
export const dueDateKeys = ['dueAt', 'instalmentDueAt'] as const;
type DueDates = Pick<Escrow, (typeof dueDateKeys)[number]>;

/** The due date that deadlines count from: of the oldest unpaid instalment, or of the whole loan. Null before the receipt. */
export function findDueAt({ dueAt, instalmentDueAt }: DueDates): Date | null {
  return instalmentDueAt ?? dueAt;
}

/** An instalment before the last one is the oldest that is unpaid. */
function isBeforeLastDue({ dueAt, instalmentDueAt }: DueDates): boolean {
  return Boolean(dueAt && instalmentDueAt && instalmentDueAt < dueAt);
}

/** The last due date of a loan on these terms that is received on `day`. */
export function computeLastDueDate(
  terms: Pick<Escrow, 'amountCents' | 'rateBps' | 'termDays' | 'plan'>,
  day: Date,
): Date {
  const { amountCents, rateBps, termDays } = terms;
  if (!hasInstalments(terms)) return addDays(day, termDays);
  const plan = readPlan(terms);
  const loan = { amountCents, rateBps, accrual: 'SIMPLE_365', start: utcDay(day), plan } as const;
  const last = buildPlan(loan).at(-1);
  return last ? toDueTime(last.due, day) : addDays(day, termDays);
}

/** The due date of a row, a UTC midnight, at the time of day of the receipt. */
export function toDueTime(due: Date, receivedAt: Date): Date {
  return new Date(due.getTime() + receivedAt.getTime() - utcDay(receivedAt).getTime());
}

/** When an acceleration makes the whole debt due; null without one. */
export function computeAccelerationEnd({
  acceleratedAt,
}: Pick<Escrow, 'acceleratedAt'>): Date | null {
  return acceleratedAt ? addDays(acceleratedAt, loanCalendar.accelerationDays) : null;
}

const missedWithinDays = 365;

/**
 * The first missed instalment within 12 months can only end in a seizure after an acceleration. The last one and a
 * further one, like a loan without instalments, need only the end of grace.
 */
export function needsAcceleration(escrow: Escrow): boolean {
  const due = findDueAt(escrow);
  if (due === null || !hasInstalmentsNow(escrow) || !isBeforeLastDue(escrow)) return false;
  const since = addDays(due, -missedWithinDays);
  return !(escrow.missed ?? []).some((one) => one.due < due && one.due >= since);
}

/** What a notice of default writes about the instalment that it is for. */
export function recordMissed(escrow: Escrow): Pick<Escrow, 'missed'> {
  const due = findDueAt(escrow);
  if (due === null || !hasInstalmentsNow(escrow)) return {};
  return { missed: [...(escrow.missed ?? []), { due, curedOn: null }] };
}
