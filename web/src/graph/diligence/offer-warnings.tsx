/** What the parties of a loan should know about its domain before they list it, offer or accept. */

import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { NewListingDiligenceDocument, OfferDiligenceDocument } from './diligence.generated.ts';
import { DiligenceNotes } from './diligence-notes.tsx';

const className = 'mt-4 text-xs';
const typingMs = 400;

/** A typed number is requested once it has been left for a moment, not digit by digit. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface OfferWarningsProps {
  listingId: string;
  /** Of the offer; default: the listing's. */
  termDays?: number | undefined;
}

export function OfferWarnings({ listingId, termDays }: OfferWarningsProps) {
  const { data, previousData } = useQuery(OfferDiligenceDocument, {
    variables: { id: listingId, termDays: useSettled(termDays) },
    errorPolicy: 'all',
  });
  const { notes = [] } = (data ?? previousData)?.listing?.diligence ?? {};
  return <DiligenceNotes notes={notes} className={className} />;
}

export interface ListingWarningsProps {
  domainId: string;
  /** Of the listing, once it is typed. */
  termDays: number | undefined;
}

export function ListingWarnings({ domainId, termDays }: ListingWarningsProps) {
  const { data, previousData } = useQuery(NewListingDiligenceDocument, {
    variables: { id: domainId, termDays: useSettled(termDays) },
    errorPolicy: 'all',
  });
  const { notes = [] } = (data ?? previousData)?.domain?.diligence ?? {};
  return <DiligenceNotes notes={notes} className={className} />;
}
