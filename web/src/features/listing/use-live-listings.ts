/** Keeps listings with an offer of the reader current. */

import { useLiveUpdates } from '../../graph/use-live-updates.ts';
import { useSession } from '../../session/tokens.ts';
import { ListingsLiveDocument } from './use-live-listings.generated.ts';

export function useLiveListings(): void {
  const session = useSession();
  useLiveUpdates(ListingsLiveDocument, { variables: session ? {} : null });
}
