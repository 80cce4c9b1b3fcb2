/** Listings that the reader has offered on stand as they are while they are looked at. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { useSession } from '../../session/tokens.ts';
import { ListingsLiveDocument } from './use-live-listings.generated.ts';

export function useLiveListings(): void {
  const session = useSession();
  useLiveUpdates(ListingsLiveDocument, { variables: session ? {} : null });
}
