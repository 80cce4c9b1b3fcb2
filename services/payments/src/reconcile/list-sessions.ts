/** All Checkout Sessions at Stripe since a day, each with what it means. */

import { NotConfirmed, nothing } from '../provider-event/meaning.ts';
import { stripe } from '../stripe/connect-stripe.ts';
import { lookAtIntent } from '../stripe/look-at-intent.ts';
import { intentOf, readSession, sessionShape } from '../stripe/read-session.ts';
import type { Asked } from './asked.ts';

/** Only sessions of ours. `since` is wall time, as all that Stripe dates. Throws NotConfirmed. */
export async function* listSessions(since: Date): AsyncGenerator<Asked & { depositId: string }> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  try {
    const client = await stripe();
    for await (const session of client.checkout.sessions.list({ created, limit: 100 })) {
      const depositId = session.metadata?.transactionId;
      const read = sessionShape.safeParse(session);
      if (!depositId || !read.success) continue;
      const page = read.data;
      const intentId = intentOf(page);
      const paid = page.payment_status === 'paid' && intentId;
      const ended = session.status === 'expired' ? 'The payment page expired.' : undefined;
      const unpaid = () =>
        ended ? readSession(page, { reason: ended }) : nothing('IGNORED', 'It is not paid yet.');
      yield {
        depositId,
        what: `stripe:${intentId ?? page.id}`,
        meaning: async () => (paid ? (await lookAtIntent(intentId)).meaning : unpaid()),
      };
    }
  } catch (error) {
    throw new NotConfirmed(`Stripe does not list its sessions: ${String(error)}`);
  }
}
