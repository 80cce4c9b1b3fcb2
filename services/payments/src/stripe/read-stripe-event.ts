/** What an event of Stripe means for a deposit. */

import { z } from 'zod';
import type { Meaning } from '../provider-event/meaning.ts';
import type { ProviderEvent } from '../provider-event/provider-event.ts';

const session = z.object({
  id: z.string(),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_status: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const eventShape = z.object({ data: z.object({ object: session }) });

type Session = z.infer<typeof session>;

const failures: Record<string, string> = {
  'checkout.session.expired': 'The payment page expired before it was paid.',
  'checkout.session.async_payment_failed': 'The payment failed at the bank.',
};
const successes = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
/** Reversals have no effect yet; they are kept for the day they have. */
const reversals = ['charge.refunded', 'charge.dispute.created'];

export function readStripeEvent(event: ProviderEvent): Meaning {
  const reason = failures[event.type];
  if (reversals.includes(event.type)) return nothing('KEPT', 'A reversal, without effect so far.');
  if (!reason && !successes.includes(event.type)) return nothing('IGNORED', 'Not about a deposit.');
  const read = eventShape.safeParse(JSON.parse(event.body));
  if (!read.success) return nothing('REFUSED', 'The event has not the shape of a session.');
  const page = read.data.data.object;
  const transactionId = page.metadata?.transactionId;
  if (!transactionId) return nothing('IGNORED', 'The session is not one of ours.');
  if (reason) return { means: 'NOT_PAID', transactionId, sessionId: page.id, reason };
  if (page.payment_status !== 'paid') return nothing('IGNORED', 'It is not paid yet.');
  return paid(page, transactionId);
}

function paid(page: Session, transactionId: string): Meaning {
  const intent = page.payment_intent;
  return {
    means: 'PAID',
    payment: {
      transactionId,
      sessionId: page.id,
      paymentId: (typeof intent === 'string' ? intent : intent?.id) ?? page.id,
      amountCents: page.amount_total ?? 0,
      currency: (page.currency ?? 'none').toLowerCase(),
      method: 'CARD',
    },
  };
}

function nothing(state: 'IGNORED' | 'REFUSED' | 'KEPT', note: string): Meaning {
  return { means: 'NOTHING', state, note };
}
