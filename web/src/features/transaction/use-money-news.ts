/** Tells whenever something has happened to one's money: paid, held, charged, given back, failed. */

import { useLive } from '../../graph/use-live-updates.ts';
import { MoneyLiveDocument, MoneyNewsLiveDocument } from './money-news.generated.ts';

export function useMoneyNews(onNews: () => void): void {
  useLive(MoneyLiveDocument, { variables: {}, onData: onNews });
  useLive(MoneyNewsLiveDocument, {
    variables: {},
    onData: ({ notificationAdded: { kind } }) => {
      if (kind === 'PAYMENT') onNews();
    },
  });
}
