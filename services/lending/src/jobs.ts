/** Maps jobs to their handlers. */

import type { JobHandler } from '@nameloan/persistence/jobs';
import { runAssignment } from './assignment/run-assignment.ts';
import { drawUpContract } from './contract/draw-up-contract.ts';
import { sealAmendments } from './contract/seal-amendments.ts';
import { sealSignedContract } from './contract/seal-contract.ts';
import { sealDeed } from './contract/seal-deed.ts';
import type { EscrowJob } from './escrow/transition/escrow-jobs.ts';
import { runRankUpdate, runTimedTransition } from './escrow/transition/run-timed-transition.ts';
import { startTimedTransitions } from './escrow/transition/start-timed-transitions.ts';
import { watchListings } from './listing/watch-listings.ts';
import { closeRefinanceListing } from './market/close-refinance-listing.ts';
import { completeMarket } from './market/complete-market.ts';
import { expireOffer } from './offer/expire-offer.ts';

/** Scheduled at every start: backfills of old records and the hourly maintenance of listings. */
const seeds = ['start-timed-transitions', 'complete-market', 'watch-listings'] as const;

type SaleJob = 'run-assignment' | 'seal-deed';

const handlers: Record<
  EscrowJob | SaleJob | 'expire-offer' | 'close-refinance-listing' | (typeof seeds)[number],
  JobHandler
> = {
  'draw-up-contract': drawUpContract,
  'seal-contract': sealSignedContract,
  'seal-amendment': sealAmendments,
  'run-timed-transition': runTimedTransition,
  'update-loan-ranks': runRankUpdate,
  'run-assignment': runAssignment,
  'seal-deed': sealDeed,
  'expire-offer': expireOffer,
  'close-refinance-listing': closeRefinanceListing,
  'start-timed-transitions': startTimedTransitions,
  'complete-market': completeMarket,
  'watch-listings': watchListings,
};

export const jobs = { handlers, recurring: [...seeds] };
