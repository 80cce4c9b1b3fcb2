/** Guards of part payments, and of transitions that a paid-off loan excludes. */

import { maxOpenPayments } from '../../../loan/payment.ts';
import { isPaidOff } from '../../balance/balance.ts';
import { hasOpenPayment } from '../../stage.ts';
import type { Guard } from '../guards.ts';
import { buildGuard } from '../guards.ts';

const noPayment = 'No payment waits for an answer.';

export const paymentGuards = {
  /** The agreed money of an amendment has room, since it has one open payment. */
  openPaymentsLeft: buildGuard(
    ({ openPayments }, { input }) =>
      input?.amendment != null ||
      (openPayments ?? []).filter(({ amendment }) => amendment == null).length < maxOpenPayments,
    'TOO_MANY_PAYMENTS',
    `${maxOpenPayments} payments wait for the lender’s answer, the maximum. Wait for an answer, or withdraw one.`,
  ),
  /** Also a claim of repayment that was reported as a payment. */
  paymentReported: buildGuard(
    (escrow) => hasOpenPayment(escrow) || Boolean(escrow.claim?.paymentId),
    'NO_PAYMENT',
    noPayment,
  ),
  partPaymentReported: buildGuard(hasOpenPayment, 'NO_PAYMENT', noPayment),
  debtLeft: buildGuard(
    (escrow) => !isPaidOff(escrow),
    'NOTHING_OWED',
    'The payments that count cover the loan, so nothing is owed. The lender returns the domain by Finalize.',
  ),
  /** On the old loan: its own ends would leave the new lender without the domain that it paid for. */
  noPayoffPaid: buildGuard(
    ({ replacement }) => !replacement?.payoff,
    'REFINANCE_PAID',
    'The new lender says that the payoff is paid. The old lender confirms or denies that payment first.',
  ),
} as const satisfies Record<string, Guard>;
