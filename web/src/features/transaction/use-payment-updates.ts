/** Tells whenever something has happened to one's money: paid, held, charged, given back, failed. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { MoneyLiveDocument, MoneyNewsLiveDocument } from './payment-updates.generated.ts';

export function usePaymentUpdates(onNews: () => void): void {
  useLiveUpdates(MoneyLiveDocument, { variables: {}, onData: onNews });
  useLiveUpdates(MoneyNewsLiveDocument, {
    variables: {},
    onData: ({ notificationAdded: { kind } }) => {
      if (kind === 'PAYMENT') onNews();
    },
  });
}
