/**
 * Lists the payments that NOWPayments sent callbacks about. Its API has no list of payments for an API key, so an
 * operator must name a payment without any callback.
 */

import { fetchPaymentUpdate } from '../nowpayments/interpret-ipn.ts';
import { noEffect } from '../provider-event/payment-update.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { ProviderPayment } from './provider-payment.ts';

export async function listNotifiedPayments(since: Date): Promise<ProviderPayment[]> {
  const notified = await providerEvents.findProjected(
    { provider: 'NOWPAYMENTS', receivedAt: { $gte: since } },
    ['type'],
  );
  const ids = new Set(notified.map(({ id }) => id.split(':')[1] ?? ''));
  return [...ids].map(toProviderPayment);
}

/** A payment by its NOWPayments id. */
export function toProviderPayment(paymentId: string): ProviderPayment {
  return {
    label: `nowpayments:${paymentId}`,
    fetchUpdate: async () => {
      const update = await fetchPaymentUpdate(paymentId);
      return update === 'PENDING' ? noEffect('IGNORED', 'It is pending.') : update;
    },
  };
}
