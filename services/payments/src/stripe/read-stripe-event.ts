/** What an event of Stripe means for a deposit. */

import { z } from 'zod';
import type { Meaning } from '../provider-event/meaning.ts';
import { NotConfirmed, nothing } from '../provider-event/meaning.ts';
import type { ProviderEvent } from '../provider-event/provider-event.ts';
import type { Seen } from './look-at-intent.ts';
import { lookAtIntent } from './look-at-intent.ts';
import { readSession, sessionShape } from './read-session.ts';

const failures: Record<string, string> = {
  'checkout.session.expired': 'The payment page expired before it was paid.',
  'checkout.session.async_payment_failed': 'The payment failed at the bank.',
};
const successes = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
/** About money that went back, or came again: of charges, refunds and disputes. */
const reversals = /^(charge\.refunded|charge\.refund\.updated|charge\.dispute\.\w+|refund\.\w+)$/;

const eventOf = <T extends z.ZodType>(object: T) => z.object({ data: z.object({ object }) });
const sessionEvent = eventOf(sessionShape);
const backEvent = eventOf(
  z.object({
    id: z.string(),
    object: z.string(),
    payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    /** Of a charge: all that was ever given back of it. */
    amount_refunded: z.number().int().nullish(),
  }),
);

/** Throws NotConfirmed while Stripe cannot be asked, or does not show yet what it has told. */
export async function readStripeEvent(event: ProviderEvent): Promise<Meaning> {
  if (reversals.test(event.type)) return readReversal(event);
  const reason = failures[event.type];
  if (!reason && !successes.includes(event.type)) return nothing('IGNORED', 'Not about a deposit.');
  const read = sessionEvent.safeParse(JSON.parse(event.body));
  if (!read.success) return nothing('REFUSED', 'The event has not the shape of a session.');
  const page = read.data.data.object;
  return readSession(reason ? { ...page, payment_status: 'unpaid' } : page, { reason });
}

/**
 * The event only says that something happened: what is true is what Stripe answers now, so that neither the order
 * of its events nor a lost one matters.
 */
async function readReversal(event: ProviderEvent): Promise<Meaning> {
  const read = backEvent.safeParse(JSON.parse(event.body));
  if (!read.success) return nothing('REFUSED', 'The event has not the shape of a reversal.');
  const { payment_intent: intent, ...object } = read.data.data.object;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (!intentId) return nothing('IGNORED', 'Not about a deposit.');
  const { seen, meaning } = await lookAtIntent(intentId);
  if (meaning.means === 'PAID' && !shows(seen, object))
    throw new NotConfirmed(`Stripe does not show ${object.id} yet.`);
  return meaning;
}

function shows(
  seen: Seen,
  object: { id: string; object: string; amount_refunded?: number | null | undefined },
) {
  if (object.object === 'charge') return seen.refundedCents >= (object.amount_refunded ?? 0);
  return seen.ids.includes(object.id);
}
