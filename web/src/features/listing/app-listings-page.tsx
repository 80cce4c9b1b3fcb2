/** The listings for a logged-in user, who sees which are their own and which they made an offer on. */

import { Listings } from './listings.tsx';

export function AppListingsPage() {
  return <Listings base="/app/listings" />;
}
