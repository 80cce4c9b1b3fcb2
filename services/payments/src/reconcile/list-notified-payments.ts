/**
 * The payments of which NOWPayments has ever called since a day: it lists its payments to nobody without a login of
 * its own page, so one of which no call ever came must be named by an operator.
 */

import { fetchPaymentUpdate } from '../nowpayments/interpret-ipn.ts';
import { noEffect } from '../provider-event/payment-update.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { ProviderPayment } from './provider-payment.ts';

export async function listNotifiedPayments(since: Date): Promise<ProviderPayment[]> {
  const heard = await providerEvents.findProjected(
    { provider: 'NOWPAYMENTS', receivedAt: { $gte: since } },
    ['type'],
  );
  const ids = new Set(heard.map(({ id }) => id.split(':')[1] ?? ''));
  return [...ids].map(toProviderPayment);
}

/** Asks about one payment by NOWPayments' own number. */
export function toProviderPayment(paymentId: string): ProviderPayment {
  return {
    label: `nowpayments:${paymentId}`,
    fetchUpdate: async () => {
      const meaning = await fetchPaymentUpdate(paymentId);
      return meaning === 'UNDER_WAY' ? noEffect('IGNORED', 'It is under way.') : meaning;
    },
  };
}
