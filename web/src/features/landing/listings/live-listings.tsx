/** The newest open listings, or why there are none. */

import { useEffect, useState } from 'react';
import { TextLink } from '../../../ui/button/text-link.tsx';
import type { NewListing } from './fetch-listings.ts';
import { fetchListings } from './fetch-listings.ts';
import { ListingTile } from './listing-tile.tsx';
import {
  EmptyPlaces,
  gridClass,
  ListingsPlaceholder,
  shownListings,
  tileClass,
} from './listings-placeholder.tsx';

type Answer = readonly NewListing[] | 'failed' | undefined;

function useListings(): Answer {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const left = new AbortController();
    fetchListings(left.signal).then(setAnswer, () => {
      if (!left.signal.aborted) setAnswer('failed');
    });
    return () => left.abort();
  }, []);
  return answer;
}

const unavailable = {
  text: 'The newest listings can’t be shown right now.',
  link: 'Open the list',
  to: '/domains',
};
const none = { text: 'No open listings right now.', link: 'List your domain', to: '/register' };

export function LiveListings() {
  const listings = useListings();
  if (listings === undefined) return <ListingsPlaceholder busy />;
  if (listings === 'failed' || listings.length === 0)
    return <NoListings {...(listings === 'failed' ? unavailable : none)} />;
  return (
    <ul aria-label="Newest listings" className={gridClass}>
      {listings.map((listing) => (
        <ListingTile key={listing.id} listing={listing} />
      ))}
      <EmptyPlaces count={shownListings - listings.length} dashed as="li" />
    </ul>
  );
}

function NoListings({ text, link, to }: typeof none) {
  return (
    <div className={gridClass}>
      <div className={`${tileClass} justify-center`}>
        <p className="text-base font-semibold">{text}</p>
        <p>
          <TextLink to={to}>{link}</TextLink>
        </p>
      </div>
      <EmptyPlaces count={shownListings - 1} dashed />
    </div>
  );
}
