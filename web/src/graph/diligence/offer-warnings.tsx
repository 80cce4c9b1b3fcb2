/** What the parties of an offer should know about its domain. */

import { useQuery } from '@apollo/client/react';
import { OfferDiligenceDocument } from './diligence.generated.ts';
import { DiligenceNotes } from './diligence-notes.tsx';

export function OfferWarnings({ listingId }: { listingId: string }) {
  const { data } = useQuery(OfferDiligenceDocument, {
    variables: { id: listingId },
    errorPolicy: 'all',
  });
  return <DiligenceNotes notes={data?.listing?.diligence?.notes ?? []} className="mt-4 text-xs" />;
}
