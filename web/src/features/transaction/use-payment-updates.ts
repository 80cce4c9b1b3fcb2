/** Calls back on each change of the user's payments: paid, held, charged, refunded, failed. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import {
  PaymentBalanceLiveDocument,
  PaymentNotificationsLiveDocument,
} from './payment-updates.generated.ts';

export function usePaymentUpdates(onUpdate: () => void): void {
  useLiveUpdates(PaymentBalanceLiveDocument, { variables: {}, onData: onUpdate });
  useLiveUpdates(PaymentNotificationsLiveDocument, {
    variables: {},
    onData: ({ notificationAdded: { kind } }) => {
      if (kind === 'PAYMENT') onUpdate();
    },
  });
}
