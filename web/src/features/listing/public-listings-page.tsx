/** Listings for everyone. */

import { Listings } from './listings.tsx';

export function PublicListingsPage() {
  return <Listings base="/domains" />;
}
