/** Creates a Stripe Checkout Session for a deposit. */

import { traced } from '@nameloan/runtime/trace';
import type { Deposit, PaymentPage } from '../deposit/deposit.ts';
import { currency } from '../deposit/deposit.ts';
import { serviceContext } from '../service-context.ts';
import { getStripe } from './connect-stripe.ts';

/** Idempotent: the transaction id is the idempotency key. */
export function openCheckout(deposit: Deposit): Promise<PaymentPage> {
  return traced('Stripe checkout session', { kind: 'client' }, () => openNow(deposit));
}

async function openNow(deposit: Deposit): Promise<PaymentPage> {
  const metadata = { transactionId: deposit.id };
  const session = await (await getStripe()).checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: deposit.id,
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency,
            unit_amount: deposit.amountCents,
            product_data: { name: 'Nameloan site balance' },
          },
        },
      ],
      success_url: `${serviceContext.publicUrl}/app/transactions?deposit=${deposit.id}`,
      cancel_url: `${serviceContext.publicUrl}/app/add-balance?cancelled=${deposit.id}`,
    },
    { idempotencyKey: deposit.id },
  );
  if (!session.url) throw new Error(`Stripe's session ${session.id} has no page`);
  return { id: session.id, uri: session.url };
}
