/** Interprets a NOWPayments callback by fetching the payment from NOWPayments. */

import type { DepositFailureCode, PaymentMismatch } from '@nameloan/contracts/deposit-reasons';
import { toPaymentMismatch } from '@nameloan/contracts/deposit-reasons';
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
  /** Requested and received amount in the payer's coin. */
  pay_amount: number.nullish(),
  actually_paid: number.nullish(),
  order_id: z.string().nullish(),
});
type NowpaymentsPayment = z.output<typeof payment>;

const failures: Record<string, DepositFailureCode> = {
  failed: 'PAYMENT_FAILED',
  expired: 'NOT_PAID_IN_TIME',
};
const pendingStatuses = ['waiting', 'confirming', 'confirmed', 'sending'];
/** A coin's rate moves while it is sent, so a deviation up to this share still matches. */
const tolerance = 0.01;

/**
 * The callback is only a trigger; the provider's current state counts. Throws NotConfirmedError if the provider is
 * unreachable or still reports the payment as pending.
 */
export async function interpretIpn(event: ProviderEvent): Promise<PaymentUpdate> {
  if (pendingStatuses.includes(event.type)) return noEffect('IGNORED', 'It is not paid yet.');
  const { payment_id } = callback.parse(JSON.parse(event.body));
  const update = await fetchPaymentUpdate(payment_id);
  if (update === 'PENDING') throw new NotConfirmedError('NOWPayments reports it as pending.');
  return update;
}

/** Fetches the current state of a payment. Throws NotConfirmedError if NOWPayments is unreachable. */
export async function fetchPaymentUpdate(paymentId: string): Promise<PaymentUpdate | 'PENDING'> {
  const paid = await fetchPayment(paymentId);
  const { payment_status: status, order_id: transactionId, invoice_id: invoiceId } = paid;
  if (pendingStatuses.includes(status)) return 'PENDING';
  if (!transactionId || !invoiceId) return noEffect('REFUSED', 'The payment is not one of ours.');
  const reason = failures[status];
  const arrivedCents = computeArrivedCents(paid);
  const exceptionId = providerPaymentId({ method: 'CRYPTOCURRENCY', paymentId });
  if (reason && !arrivedCents)
    return { kind: 'NOT_PAID', transactionId, sessionId: invoiceId, reason, exceptionId };
  return {
    kind: 'PAID',
    payment: {
      transactionId,
      sessionId: invoiceId,
      paymentId,
      amountCents: Math.round(paid.price_amount * 100),
      currency: paid.price_currency.toLowerCase(),
      method: 'CRYPTOCURRENCY',
      arrivedCents,
      mismatch: findProviderMismatch(paid, arrivedCents),
      reversals: status === 'refunded' ? [wholeRefund(exceptionId)] : [],
    },
  };
}

function wholeRefund(id: string): ProviderReversal {
  return { id, kind: 'REFUND', amountCents: null, status: 'TAKEN' };
}

/** Received amount in cents: the received share of the coin applied to the requested price. */
function computeArrivedCents({
  price_amount,
  pay_amount,
  actually_paid,
}: NowpaymentsPayment): number | null {
  if (!pay_amount || actually_paid === null || actually_paid === undefined) return null;
  return Math.round((price_amount * 100 * actually_paid) / pay_amount);
}

function findProviderMismatch(
  paid: NowpaymentsPayment,
  arrivedCents: number | null,
): PaymentMismatch | null {
  const { payment_status: status, price_amount } = paid;
  const requestedCents = price_amount * 100;
  if (Math.abs(requestedCents - Math.round(requestedCents)) > 1e-4)
    return toPaymentMismatch('FRACTIONAL_PRICE');
  const matches = arrivedCents === null || Math.abs(arrivedCents / requestedCents - 1) <= tolerance;
  if (matches && (status === 'finished' || status === 'refunded')) return null;
  return !matches || status === 'partially_paid'
    ? toPaymentMismatch('AMOUNT_DIFFERS', {
        arrivedCents,
        requestedCents: Math.round(requestedCents),
      })
    : toPaymentMismatch('PROVIDER_STATUS', { arrivedCents, providerStatus: status });
}

async function fetchPayment(paymentId: string): Promise<NowpaymentsPayment> {
  let response: NowpaymentsPayment;
  try {
    response = await callNowpayments(`/v1/payment/${paymentId}`, { shape: payment });
  } catch (error) {
    throw new NotConfirmedError(
      `The payment ${paymentId} could not be confirmed: ${String(error)}`,
    );
  }
  if (response.payment_id !== paymentId) {
    throw new NotConfirmedError(
      `NOWPayments returned payment ${response.payment_id}, not ${paymentId}.`,
    );
  }
  return response;
}
