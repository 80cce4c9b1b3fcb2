/** The listings for visitors. */

import { Listings } from './listings.tsx';

export function PublicListingsPage() {
  return <Listings base="/domains" />;
}
