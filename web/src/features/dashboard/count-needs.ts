/** Counts what waits for the reader. */

import type { NeedsYouFragment } from './needs-you.generated.ts';

/** All of it, shown or not. */
export const countNeeds = (needs: NeedsYouFragment | null | undefined): number =>
  (needs?.waitingDisputes?.total ?? 0) +
  (needs?.waitingPayments?.total ?? 0) +
  (needs?.waitingLoans?.total ?? 0) +
  (needs?.waitingOffers?.total ?? 0) +
  (needs?.waitingPushes?.total ?? 0);
