/** What lending adds to a page of My Domains costs three reads, whatever the page asks of its listings. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { SentRead } from '@nameloan/service/store/read-watch.ts';
import { watchReads } from '@nameloan/service/store/read-watch.ts';
import { openListingOf } from '../listing/read-listings.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { account, granted, offeredDomain, startLending } from '../testing/start-lending.ts';

let service: TestLending;
let ownerId: string;
let domainIds: string[];
before(async () => {
  service = await startLending();
  const lenderId = await account(service, 'Lee Lender');
  ownerId = await account(service, 'Ora Owner');
  const made = [
    await offeredDomain(service, { ownerId, lenderId }),
    await offeredDomain(service, { ownerId, lenderId }),
  ];
  domainIds = made.map(({ domainId }) => domainId);
});
afterEach(() => watchReads(undefined));
after(() => service.stop());

/** The collections that are asked from here on. */
function watched(): string[] {
  const asked: string[] = [];
  watchReads({ asked: ({ collection }: SentRead) => asked.push(collection.collectionName) });
  return asked;
}

test('a page of one’s domains asks lending three reads for offers and listings together', async () => {
  const asked = watched();
  const { _entities: found } = granted(
    await service.as(ownerId)(
      `query ($of: [_Any!]!) { _entities(representations: $of) {
        ... on Domain { listed offers listing { desiredAmount actions } other: listing { open } }
      } }`,
      { of: domainIds.map((id) => ({ __typename: 'Domain', id })) },
    ),
  );
  assert.deepEqual(asked.sort(), ['collaterals', 'listings', 'offers']);
  for (const { listed, offers, listing, other } of found) {
    assert.deepEqual([listed, offers, other], [true, 1, { open: true }]);
    assert.deepEqual(listing.actions, ['CLOSE']);
  }
});

test('pages that are asked at the same time share the read of their listings, each with its own', async () => {
  const asked = watched();
  const keys = ['amountCents'] as const;
  const found = await Promise.all(domainIds.map((id) => openListingOf(id, keys)));
  assert.deepEqual(asked, ['listings']);
  assert.deepEqual(
    found.map((one) => one?.domainId),
    domainIds,
  );
});
