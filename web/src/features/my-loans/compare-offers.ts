/** Which terms are the best among the pending offers on one listing. Pure. */

import type { ComparedOfferFragment } from './received-offers.generated.ts';

type Offer = ComparedOfferFragment;
export type ComparedTerm = 'receives' | 'repays' | 'transferFee' | 'aprAllCostsPercent';

/** More is better only of what the borrower receives. */
const terms: readonly ComparedTerm[] = ['receives', 'repays', 'transferFee', 'aprAllCostsPercent'];

export interface OfferComparison {
  /** Of the pending offers on the listing. */
  count: number;
  /** Best values; a term on which all offers agree has none. */
  best: Partial<Record<ComparedTerm, number>>;
}

/** Offers that are no longer pending are left out. */
export function compareOffers(offers: readonly Offer[], listingId: string): OfferComparison {
  const rivals = offers.filter((one) => one.listingId === listingId && one.status === 'PENDING');
  const best: OfferComparison['best'] = {};
  for (const term of terms) {
    const values = rivals.flatMap(({ disclosure }) => disclosure[term] ?? []);
    if (new Set(values).size < 2) continue;
    best[term] = term === 'receives' ? Math.max(...values) : Math.min(...values);
  }
  return { count: rivals.length, best };
}
