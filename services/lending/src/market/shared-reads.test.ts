/** Lending's fields of a page of domains cost three queries, whatever the selection. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { findOpenListing } from '../listing/read-listings.ts';
import { serviceContext } from '../service-context.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createOfferedDomain,
  expectData,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let ownerId: string;
let domainIds: string[];
/** The queried collections, without those of background loops. */
const queried: string[] = [];
const ofMarket = ['collaterals', 'listings', 'offers'];
before(async () => {
  service = await startLending();
  const client = serviceContext.store.connection.getClient();
  client.on(
    'commandStarted',
    ({ command }) => ofMarket.includes(command.find) && queried.push(command.find),
  );
  const lenderId = await createAccount(service, 'Lee Lender');
  ownerId = await createAccount(service, 'Ora Owner');
  const made = [
    await createOfferedDomain(service, { ownerId, lenderId }),
    await createOfferedDomain(service, { ownerId, lenderId }),
  ];
  domainIds = made.map(({ domainId }) => domainId);
});
beforeEach(() => queried.splice(0));
after(() => service.stop());

test('a page of domains costs three queries for offers and listings together', async () => {
  const { _entities: found } = expectData(
    await service.as(ownerId)(
      `query ($of: [_Any!]!) { _entities(representations: $of) {
        ... on Domain { listed offers listing { desiredAmount actions } other: listing { open } }
      } }`,
      { of: domainIds.map((id) => ({ __typename: 'Domain', id })) },
    ),
  );
  assert.deepEqual(queried.sort(), ['collaterals', 'listings', 'offers']);
  for (const { listed, offers, listing, other } of found) {
    assert.deepEqual([listed, offers, other], [true, 1, { open: true }]);
    assert.deepEqual(listing.actions, ['CLOSE']);
  }
});

test('concurrent requests share the query of their listings', async () => {
  const keys = ['amountCents'] as const;
  const found = await Promise.all(domainIds.map((id) => findOpenListing(id, keys)));
  assert.deepEqual(queried, ['listings']);
  assert.deepEqual(
    found.map((one) => one?.domainId),
    domainIds,
  );
});
