/** Keeps both lists of a page as they are: by what is sent of offers and loans, and when a date passes. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { useRefetchAt } from '../../graph/use-refetch-at.ts';
import { LoanNotificationsLiveDocument, OffersLiveDocument } from './use-live-lists.generated.ts';

export interface Shown {
  /** Of the offers that are there. */
  offerIds: ReadonlySet<string>;
  /** Moments at which something there changes by itself. */
  moments: readonly (string | null)[];
}

export function useLiveLists({ offerIds, moments }: Shown, readAgain: () => void): void {
  useLiveUpdates(OffersLiveDocument, {
    variables: {},
    // One that is there has changed already; others, and those that left a list, are missing or too much in it.
    onData: ({ offersChanged: { id, status } }) => {
      if (!offerIds.has(id) || status !== 'PENDING') readAgain();
    },
  });
  useLiveUpdates(LoanNotificationsLiveDocument, { variables: {}, onData: readAgain });
  useRefetchAt(moments, readAgain);
}
