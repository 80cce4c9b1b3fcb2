/** Tells whenever something has happened to one's money: paid, held, charged, given back, failed. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import {
  PaymentBalanceLiveDocument,
  PaymentNotificationsLiveDocument,
} from './payment-updates.generated.ts';

export function usePaymentUpdates(onNews: () => void): void {
  useLiveUpdates(PaymentBalanceLiveDocument, { variables: {}, onData: onNews });
  useLiveUpdates(PaymentNotificationsLiveDocument, {
    variables: {},
    onData: ({ notificationAdded: { kind } }) => {
      if (kind === 'PAYMENT') onNews();
    },
  });
}
