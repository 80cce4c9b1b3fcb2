/** What is left to pay of a running loan if every payment arrives on its day. Pure. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { computeAccelerationEnd } from '../escrow/balance/due-date.ts';
import { listNextInstalments } from '../escrow/balance/next-instalment.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';

export interface RemainingPayments {
  count: number;
  /** The day of the last one, UTC midnight: today if it has passed. */
  lastOn: Date;
  /** US cents; with the money of a change. */
  totalCents: number;
}

/** From `at` on; overdue instalments are paid on that day. The last payment is the payoff of its day. */
export function computeRemaining(escrow: Escrow, receipt: Receipt, at: Date): RemainingPayments {
  const today = utcDay(at);
  const latest = (day: Date): Date => (day > today ? day : today);
  const end = computeAccelerationEnd(escrow) ?? escrow.dueAt;
  const lastOn = latest(end ? utcDay(end) : today);
  const earlier = listNextInstalments(escrow, at)
    .slice(0, -1)
    .map(({ n, due, openCents: amountCents }) => ({ id: `~${n}`, day: latest(due), amountCents }));
  const { payoffCents } = replayLoan(escrow, receipt, { day: lastOn, more: earlier });
  const earlierCents = earlier.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { count: earlier.length + 1, lastOn, totalCents: earlierCents + payoffCents };
}
