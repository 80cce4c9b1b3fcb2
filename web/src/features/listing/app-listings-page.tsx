/** Listings for who is signed in: one's own are marked, and so are those that one has made an offer on. */

import { Listings } from './listings.tsx';

export function AppListingsPage() {
  return <Listings base="/app/listings" />;
}
