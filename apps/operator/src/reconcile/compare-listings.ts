/** Compares lending's open listings with what domains records as listed. Pure. */

import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

export function compareListings({ listings, domains }: Snapshot): Finding[] {
  const open = [...listings.values()].flatMap(({ id: listingId, domainId, domainName, at }) => {
    const domain = domains.get(domainId);
    if (domain?.listingIds.includes(listingId)) return [];
    const key = `listing ${listingId}`;
    if (!domain?.active) {
      const sentence = `Listing ${listingId} is open, but domains has no ${domainName} (domain ${domainId}).`;
      const repair = { service: 'lending', name: 'close-listing', input: { listingId } };
      return [{ key, since: at, sentence, repair }];
    }
    const sentence = `Listing ${listingId} is open, but domains does not record ${domainName} (domain ${domainId}) as listed.`;
    const repair = { service: 'domains', name: 'add-listing', input: { domainId, listingId } };
    return [{ key, since: at, sentence, repair }];
  });
  const closed = [...domains.values()].flatMap(({ id: domainId, name, listingIds }) =>
    listingIds
      .filter((listingId) => !listings.has(listingId))
      .map((listingId) => ({
        key: `no listing ${listingId}`,
        sentence: `Domains records ${name} (domain ${domainId}) as listed by ${listingId}, which is not open at lending.`,
        repair: { service: 'domains', name: 'remove-listing', input: { domainId, listingId } },
      })),
  );
  return [...open, ...closed];
}
