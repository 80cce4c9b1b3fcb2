/** What a callback of NOWPayments means for a deposit, once NOWPayments itself has been asked again. */

import { formatCents } from '@nameloan/contracts/money.ts';
import { z } from 'zod';
import { providerPaymentId } from '../deposit/deposit.ts';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError, noEffect } from '../provider-event/payment-update.ts';
import type { ProviderEvent } from '../provider-event/provider-event.ts';
import type { ProviderReversal } from '../reversal/reversal.ts';
import { callNowpayments } from './call-nowpayments.ts';

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);
const id = z.union([z.string(), z.number().int()]).transform(String);

const callback = z.object({ payment_id: id });
const payment = z.object({
  payment_id: id,
  invoice_id: id.nullish(),
  payment_status: z.string(),
  price_amount: number,
  price_currency: z.string(),
  /** In the coin that is paid with: what was asked for, and what came. */
  pay_amount: number.nullish(),
  actually_paid: number.nullish(),
  order_id: z.string().nullish(),
});
type NowpaymentsPayment = z.output<typeof payment>;

const failures: Record<string, string> = {
  failed: 'The cryptocurrency payment failed.',
  expired: 'The cryptocurrency payment was not made in time.',
};
const underWay = ['waiting', 'confirming', 'confirmed', 'sending'];
/** A coin's rate moves while it is sent: so much more or less than asked is still what was asked. */
const tolerance = 0.01;

/**
 * The callback only says that something happened: what is true is what the provider answers now. Throws
 * NotConfirmed while it cannot be asked, or does not say yet what its callback says.
 */
export async function interpretIpn(event: ProviderEvent): Promise<PaymentUpdate> {
  if (underWay.includes(event.type)) return noEffect('IGNORED', 'It is not paid yet.');
  const { payment_id } = callback.parse(JSON.parse(event.body));
  const meaning = await fetchPaymentUpdate(payment_id);
  if (meaning === 'UNDER_WAY')
    throw new NotConfirmedError('NOWPayments says that it is under way.');
  return meaning;
}

/** What NOWPayments says of a payment now. Throws NotConfirmed while it cannot be asked. */
export async function fetchPaymentUpdate(paymentId: string): Promise<PaymentUpdate | 'UNDER_WAY'> {
  const paid = await fetchPayment(paymentId);
  const { payment_status: status, order_id: transactionId, invoice_id: invoiceId } = paid;
  if (underWay.includes(status)) return 'UNDER_WAY';
  if (!transactionId || !invoiceId) return noEffect('REFUSED', 'The payment is not one of ours.');
  const reason = failures[status];
  const arrivedCents = computeArrivedCents(paid);
  const oddId = providerPaymentId({ method: 'CRYPTOCURRENCY', paymentId });
  if (reason && !arrivedCents)
    return { means: 'NOT_PAID', transactionId, sessionId: invoiceId, reason, oddId };
  return {
    means: 'PAID',
    payment: {
      transactionId,
      sessionId: invoiceId,
      paymentId,
      amountCents: Math.round(paid.price_amount * 100),
      currency: paid.price_currency.toLowerCase(),
      method: 'CRYPTOCURRENCY',
      arrivedCents,
      mismatch: describeMismatch(paid, arrivedCents),
      reversals: status === 'refunded' ? [wholeRefund(oddId)] : [],
    },
  };
}

function wholeRefund(id: string): ProviderReversal {
  return { id, kind: 'REFUND', amountCents: null, status: 'TAKEN' };
}

/** What came, in cents of what was asked for: the same share of it as came of the coin. */
function computeArrivedCents({
  price_amount,
  pay_amount,
  actually_paid,
}: NowpaymentsPayment): number | null {
  if (!pay_amount || actually_paid === null || actually_paid === undefined) return null;
  return Math.round((price_amount * 100 * actually_paid) / pay_amount);
}

function describeMismatch(paid: NowpaymentsPayment, arrivedCents: number | null): string | null {
  const { payment_status: status, price_amount } = paid;
  const askedCents = price_amount * 100;
  if (Math.abs(askedCents - Math.round(askedCents)) > 1e-4)
    return 'Its price is finer than a cent.';
  const asAsked = arrivedCents === null || Math.abs(arrivedCents / askedCents - 1) <= tolerance;
  if (asAsked && (status === 'finished' || status === 'refunded')) return null;
  const arrived = arrivedCents === null ? 'An unknown amount' : formatCents(arrivedCents);
  if (!asAsked || status === 'partially_paid')
    return `${arrived} arrived where ${formatCents(Math.round(askedCents))} was asked.`;
  return `${arrived} arrived, and NOWPayments says ${status}.`;
}

async function fetchPayment(paymentId: string): Promise<NowpaymentsPayment> {
  let answer: NowpaymentsPayment;
  try {
    answer = await callNowpayments(`/v1/payment/${paymentId}`, { shape: payment });
  } catch (error) {
    throw new NotConfirmedError(
      `The payment ${paymentId} could not be confirmed: ${String(error)}`,
    );
  }
  if (answer.payment_id !== paymentId) {
    throw new NotConfirmedError(`NOWPayments answered for ${answer.payment_id}, not ${paymentId}.`);
  }
  return answer;
}
