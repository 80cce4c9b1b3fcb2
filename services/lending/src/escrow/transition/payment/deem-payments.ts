/** What the end of the payee's time to answer writes: all payments whose time is over count. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { Escrow } from '../../escrow.ts';
import type { TransitionEffect } from '../transition-descriptor.ts';
import { describePaid } from './describe-payment.ts';
import { computeDeemedAt } from './payment-deadlines.ts';
import { countPayment } from './payment-transitions.ts';

export function deemPayments(
  escrow: Escrow,
  _input: object,
  { now }: { now: Date },
): TransitionEffect {
  const silent = (escrow.openPayments ?? []).filter((payment) => {
    const at = computeDeemedAt(payment, escrow);
    return at !== null && at <= now;
  });
  let after = escrow;
  for (const payment of silent) {
    const { amountCents } = payment;
    after = {
      ...after,
      ...countPayment(after, { payment, amountCents }, { now, deemedAt: now }),
    };
  }
  const { countedPayments, openPayments, claim, remindedAt } = after;
  return {
    changes: { countedPayments, openPayments, claim, remindedAt },
    note: `${silent.map(describePaid).join('; ')}. The lender did not answer for ${loanCalendar.paymentAnswerDays} days.`,
  };
}
