/** Lending's data and repairs for the reconcile command. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  expectData,
  makeOffer,
  openListing,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const read = async (name: string) =>
  (await callReconcile(service.url, 'read', { name })).body.rows as {
    id: string;
    version: number;
  }[];
const repair = (name: string, input: object) =>
  callReconcile(service.url, 'repair', { name, input });

test('the listing of a missing domain is closed with its offers, idempotently', async () => {
  const [borrower, lender] = [
    await createAccount(service, 'Bea'),
    await createAccount(service, 'Len'),
  ];
  const domainId = addDomain(service, borrower);
  const { id: listingId } = expectData(
    await openListing(service.as(borrower), domainId),
  ).openListing;
  expectData(await makeOffer(service.as(lender), domainId));
  assert.deepEqual(
    (await read('listings')).map(({ id }) => id),
    [listingId],
  );
  assert.match((await repair('close-listing', { listingId })).body.done, /was closed/);
  assert.equal((await repair('close-listing', { listingId })).body.done, null);
  assert.deepEqual(await read('listings'), []);
  const denied = await service.event(
    'lending.offer.denied',
    (data) => data.listingId === listingId,
  );
  assert.equal(denied.data.reason, 'LISTING_CLOSED');
});

test('a loan’s version is raised above a given version, idempotently', async () => {
  const [borrower, lender] = [
    await createAccount(service, 'Bea'),
    await createAccount(service, 'Len'),
  ];
  const domainId = addDomain(service, borrower);
  expectData(await openListing(service.as(borrower), domainId));
  const { id } = expectData(await makeOffer(service.as(lender), domainId)).makeOffer;
  const { id: escrowId } = expectData(await acceptOffer(service.as(borrower), id)).acceptOffer;
  await repair('raise-loan', { escrowId, above: 30 });
  assert.deepEqual(
    (await read('loans')).map(({ version }) => version),
    [31],
  );
  assert.equal((await repair('raise-loan', { escrowId, above: 30 })).body.done, null);
  assert.equal((await repair('raise-loan', { escrowId: 'none', above: 1 })).status, 404);
});

test('copies of accounts have the data and version of identity', async () => {
  const id = await createAccount(service, 'Ann');
  const row = (await read('accounts')).find((one) => one.id === id) as object;
  const details = { name: 'Ann', operator: false, defaultContract: 0 };
  assert.partialDeepStrictEqual(row, { accountVersion: 1, details });
});
