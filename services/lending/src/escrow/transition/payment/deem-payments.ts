/** What the end of the payee's time to answer writes: all payments whose time is over count. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import type { OpenPayment } from '../../../loan/payment.ts';
import type { Escrow } from '../../escrow.ts';
import type { TransitionEffect } from '../transition-descriptor.ts';
import { describePaid } from './describe-payment.ts';
import { computeDeemedAt } from './payment-deadlines.ts';
import { countPayment, listOthers } from './payment-transitions.ts';

export function deemPayments(
  escrow: Escrow,
  _input: object,
  { now }: { now: Date },
): TransitionEffect {
  const silent = (escrow.openPayments ?? []).filter((payment) => {
    const at = computeDeemedAt(payment, escrow);
    return at !== null && at <= now;
  });
  const answered: OpenPayment[] = [];
  let after = escrow;
  for (const payment of silent) {
    if (after.claim !== null) break;
    const { amountCents } = payment;
    const counted = countPayment(after, { payment, amountCents }, { now, deemedAt: now });
    after = { ...after, ...(counted.claim ? claimPayment(after, payment, now) : counted) };
    answered.push(payment);
  }
  const { countedPayments, openPayments, claim, remindedAt } = after;
  const claimed = claim
    ? ` ${describePaid({ ...claim, day: claim.date, amountCents: claim.amountCents ?? 0 })} covers the loan, so it is a claim of repayment: an operator decides unless the lender answers within ${loanCalendar.claimAnswerDays} days.`
    : '';
  return {
    changes: { countedPayments, openPayments, claim, remindedAt },
    note: `${answered.map(describePaid).join('; ')}. The lender did not answer for ${loanCalendar.paymentAnswerDays} days.${claimed}`,
  };
}

/** A payment that covers the rest of the loan never counts by silence: it becomes the claim of repayment. */
function claimPayment(escrow: Escrow, payment: OpenPayment, now: Date): Partial<Escrow> {
  const { id: paymentId, day: date, amountCents } = payment;
  const [method, reference] = [payment.method ?? '', payment.reference ?? ''];
  const { formerLenderId = null } = payment;
  const claim = { date, method, reference, at: now, amountCents, paymentId, formerLenderId };
  return { claim, openPayments: listOthers(escrow, payment), remindedAt: now };
}
