/** Keeps both lists of a page current: refetches on events of offers and loans, and when a date passes. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { useRefetchAt } from '../../graph/use-refetch-at.ts';
import { useThrottled } from '../../graph/use-throttled.ts';
import { LoanNotificationsLiveDocument, OffersLiveDocument } from './use-live-lists.generated.ts';

export interface RefreshTriggers {
  /** Offers that the page shows. */
  offerIds: ReadonlySet<string>;
  /** Times at which a row changes without an event. */
  times: readonly (string | null)[];
}

/** Offers that change together are sent one by one. */
const refreshIntervalMs = 1_000;

export function useLiveLists({ offerIds, times }: RefreshTriggers, refetch: () => void): void {
  const refresh = useThrottled(refetch, refreshIntervalMs);
  useLiveUpdates(OffersLiveDocument, {
    variables: {},
    // The cache has updated a shown offer already. A new offer, or one that leaves a filtered list, needs a refetch.
    onData: ({ offersChanged: { id, status } }) => {
      if (!offerIds.has(id) || status !== 'PENDING') refresh();
    },
  });
  useLiveUpdates(LoanNotificationsLiveDocument, { variables: {}, onData: refresh });
  useRefetchAt(times, refetch);
}
