/** What a callback of NOWPayments means for a deposit, once NOWPayments itself has been asked again. */

import { z } from 'zod';
import type { Meaning } from '../provider-event/meaning.ts';
import { NotConfirmed } from '../provider-event/meaning.ts';
import type { ProviderEvent } from '../provider-event/provider-event.ts';
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
  order_id: z.string().nullish(),
});

const failures: Record<string, string> = {
  failed: 'The cryptocurrency payment failed.',
  expired: 'The cryptocurrency payment was not made in time.',
};
const underWay = ['waiting', 'confirming', 'confirmed', 'sending'];

/** Throws NotConfirmed while the provider cannot be asked, or does not say the same yet. */
export async function readIpnEvent(event: ProviderEvent): Promise<Meaning> {
  const { type } = event;
  if (type === 'partially_paid') return nothing('KEPT', 'A part was paid; an operator decides.');
  if (type === 'refunded') return nothing('KEPT', 'A reversal, without effect so far.');
  if (type !== 'finished' && !failures[type]) return nothing('IGNORED', 'It is not paid yet.');
  const confirmed = await confirm(callback.parse(JSON.parse(event.body)).payment_id);
  const { payment_status: status, order_id: transactionId, invoice_id: invoiceId } = confirmed;
  if (status !== type) {
    if (underWay.includes(status)) throw new NotConfirmed(`NOWPayments still says ${status}.`);
    return nothing('REFUSED', `The callback said ${type}, NOWPayments says ${status}.`);
  }
  if (!transactionId || !invoiceId) return nothing('REFUSED', 'The payment is not one of ours.');
  const reason = failures[type];
  if (reason) return { means: 'NOT_PAID', transactionId, sessionId: invoiceId, reason };
  return {
    means: 'PAID',
    payment: {
      transactionId,
      sessionId: invoiceId,
      paymentId: confirmed.payment_id,
      amountCents: wholeCents(confirmed.price_amount),
      currency: confirmed.price_currency.toLowerCase(),
      method: 'CRYPTOCURRENCY',
    },
  };
}

/** Dollars to cents; NaN, which equals nothing, where a fraction of a cent would be lost. */
function wholeCents(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : Number.NaN;
}

async function confirm(paymentId: string): Promise<z.output<typeof payment>> {
  let answer: z.output<typeof payment>;
  try {
    answer = await callNowpayments(`/v1/payment/${paymentId}`, { shape: payment });
  } catch (error) {
    throw new NotConfirmed(`The payment ${paymentId} could not be confirmed: ${String(error)}`);
  }
  if (answer.payment_id !== paymentId) {
    throw new NotConfirmed(`NOWPayments answered for ${answer.payment_id}, not ${paymentId}.`);
  }
  return answer;
}

function nothing(state: 'IGNORED' | 'REFUSED' | 'KEPT', note: string): Meaning {
  return { means: 'NOTHING', state, note };
}
