/** Lists our Stripe Checkout Sessions since a day. */

import { NotConfirmedError, noEffect } from '../provider-event/payment-update.ts';
import { getStripe } from '../stripe/connect-stripe.ts';
import { fetchPaymentIntent } from '../stripe/fetch-payment-intent.ts';
import { findIntentId, interpretSession, sessionShape } from '../stripe/interpret-session.ts';
import type { ProviderPayment } from './provider-payment.ts';

/** `since` is wall time, like all of Stripe's dates. Throws NotConfirmedError. */
export async function* listSessions(
  since: Date,
): AsyncGenerator<ProviderPayment & { depositId: string }> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  try {
    const client = await getStripe();
    for await (const session of client.checkout.sessions.list({ created, limit: 100 })) {
      const depositId = session.metadata?.transactionId;
      const read = sessionShape.safeParse(session);
      if (!depositId || !read.success) continue;
      const page = read.data;
      const intentId = findIntentId(page);
      const paid = page.payment_status === 'paid' && intentId;
      const ended = session.status === 'expired' ? 'PAGE_EXPIRED' : undefined;
      const unpaid = () =>
        ended
          ? interpretSession(page, { reason: ended })
          : noEffect('IGNORED', 'It is not paid yet.');
      yield {
        depositId,
        label: `stripe:${intentId ?? page.id}`,
        fetchUpdate: async () => (paid ? (await fetchPaymentIntent(intentId)).update : unpaid()),
      };
    }
  } catch (error) {
    throw new NotConfirmedError(`Stripe sessions could not be listed: ${String(error)}`);
  }
}
