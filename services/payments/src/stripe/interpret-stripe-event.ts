/** Interprets a Stripe event. */

import type { DepositFailureCode } from '@nameloan/contracts/deposit-reasons';
import { z } from 'zod';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError, noEffect } from '../provider-event/payment-update.ts';
import type { ProviderEvent } from '../provider-event/provider-event.ts';
import type { IntentReversals } from './fetch-payment-intent.ts';
import { fetchPaymentIntent } from './fetch-payment-intent.ts';
import { interpretSession, sessionShape } from './interpret-session.ts';

const failures: Record<string, DepositFailureCode> = {
  'checkout.session.expired': 'PAGE_EXPIRED_UNPAID',
  'checkout.session.async_payment_failed': 'BANK_DECLINED',
};
const successes = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
/** Events about refunds and disputes. */
const reversals = /^(charge\.refunded|charge\.refund\.updated|charge\.dispute\.\w+|refund\.\w+)$/;

const eventShape = <T extends z.ZodType>(object: T) => z.object({ data: z.object({ object }) });
const sessionEvent = eventShape(sessionShape);
const backEvent = eventShape(
  z.object({
    id: z.string(),
    object: z.string(),
    payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    /** Of a charge: the sum of its refunds. */
    amount_refunded: z.number().int().nullish(),
  }),
);

/** Throws NotConfirmedError if Stripe is unreachable or does not report the event's change yet. */
export async function interpretStripeEvent(event: ProviderEvent): Promise<PaymentUpdate> {
  if (reversals.test(event.type)) return interpretReversal(event);
  const reason = failures[event.type];
  if (!reason && !successes.includes(event.type))
    return noEffect('IGNORED', 'Not about a deposit.');
  const read = sessionEvent.safeParse(JSON.parse(event.body));
  if (!read.success) return noEffect('REFUSED', 'The event is not a valid session event.');
  const page = read.data.data.object;
  return interpretSession(reason ? { ...page, payment_status: 'unpaid' } : page, { reason });
}

/**
 * The event is only a trigger; Stripe's current state counts, so reordered and lost events do no harm.
 */
async function interpretReversal(event: ProviderEvent): Promise<PaymentUpdate> {
  const read = backEvent.safeParse(JSON.parse(event.body));
  if (!read.success) return noEffect('REFUSED', 'The event is not a valid reversal event.');
  const { payment_intent: intent, ...object } = read.data.data.object;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (!intentId) return noEffect('IGNORED', 'Not about a deposit.');
  const { reported, update } = await fetchPaymentIntent(intentId);
  if (update.kind === 'PAID' && !includesReversal(reported, object))
    throw new NotConfirmedError(`Stripe does not report ${object.id} yet.`);
  return update;
}

function includesReversal(
  reported: IntentReversals,
  object: { id: string; object: string; amount_refunded?: number | null | undefined },
) {
  if (object.object === 'charge') return reported.refundedCents >= (object.amount_refunded ?? 0);
  return reported.ids.includes(object.id);
}
