/** The newest listings, by a plain REST call: the landing page loads no GraphQL client. */

import { shownListings } from './listings-placeholder.tsx';

/** Money in dollars, the rate in percent, as REST shows them. */
export interface NewListing {
  id: string;
  /** The Unicode name. */
  domain_unicode: string;
  desired_loan_amount: number;
  /** Days. */
  desired_term: number;
  desired_apy: number;
  estimated_value: number | null;
  /** Null for one payment. */
  instalments: number | null;
}

/** Throws if there is no usable answer. */
export async function fetchListings(signal: AbortSignal): Promise<NewListing[]> {
  const response = await fetch(`/api/listings?limit=${shownListings}`, { signal });
  if (!response.ok) throw new Error(`listings: status ${response.status}`);
  const { listings } = await response.json();
  return listings.slice(0, shownListings);
}
