/**
 * The payments of which NOWPayments has ever called since a day: it lists its payments to nobody without a login of
 * its own page, so one of which no call ever came must be named by an operator.
 */

import { lookAtPayment } from '../nowpayments/read-ipn-event.ts';
import { nothing } from '../provider-event/meaning.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import type { Asked } from './asked.ts';

export async function heardPayments(since: Date): Promise<Asked[]> {
  const heard = await providerEvents.pick(
    { provider: 'NOWPAYMENTS', receivedAt: { $gte: since } },
    ['type'],
  );
  const ids = new Set(heard.map(({ id }) => id.split(':')[1] ?? ''));
  return [...ids].map(askedOf);
}

/** Asks about one payment by NOWPayments' own number. */
export function askedOf(paymentId: string): Asked {
  return {
    what: `nowpayments:${paymentId}`,
    meaning: async () => {
      const meaning = await lookAtPayment(paymentId);
      return meaning === 'UNDER_WAY' ? nothing('IGNORED', 'It is under way.') : meaning;
    },
  };
}
