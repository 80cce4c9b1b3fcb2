/** The quota of offers that a lender makes and rescinds on one listing. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quotas } from '@nameloan/contracts/quotas';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createListedDomain,
  expectData,
  makeOffer,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const { max } = quotas.offersOnListing;

const listed = async (borrowerId: string) =>
  (await createListedDomain(service, borrowerId)).domainId;

/** Makes and rescinds an offer; returns the code of the first error, or OK. */
async function offerAndRescind(lenderId: string, domainId: string): Promise<string> {
  const call = service.as(lenderId);
  const made = await makeOffer(call, domainId);
  if (made.code !== undefined) return made.code;
  const { id } = made.data.makeOffer;
  const back = await call('mutation ($id: ID!) { rescindOffer(id: $id) { id } }', { id });
  return back.code ?? 'OK';
}

test('offers made and rescinded on one listing stop at the quota', async () => {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const domainId = await listed(borrowerId);
  const codes: string[] = [];
  for (let tries = 0; tries < 25; tries++) codes.push(await offerAndRescind(lenderId, domainId));
  await service.settle();
  const published = service.publishedEvents.filter(
    ({ subject, data }) =>
      /^lending\.offer\.(made|rescinded)$/.test(subject) &&
      (data as { borrowerId?: string }).borrowerId === borrowerId,
  );
  assert.equal(published.length, 2 * max);
  assert.deepEqual(codes, [...Array(max).fill('OK'), ...Array(25 - max).fill('TOO_MANY_REQUESTS')]);
  assert.equal(await offerAndRescind(lenderId, await listed(borrowerId)), 'OK');
  const otherId = await createAccount(service, 'Lena Lender');
  assert.equal(await offerAndRescind(otherId, domainId), 'OK');
});

test('rejected offers do not count against the quota', async () => {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const domainId = await listed(borrowerId);
  const lender = service.as(lenderId);
  const { id } = expectData(await makeOffer(lender, domainId)).makeOffer;
  for (let tries = 0; tries < 2 * max; tries++) {
    assert.equal((await makeOffer(lender, domainId)).code, 'CONFLICT');
    assert.equal((await makeOffer(lender, domainId, { term: 0 })).code, 'INVALID_INPUT');
  }
  expectData(await lender('mutation ($id: ID!) { rescindOffer(id: $id) { id } }', { id }));
  for (let tries = 1; tries < max; tries++) {
    assert.equal(await offerAndRescind(lenderId, domainId), 'OK');
  }
  assert.equal(await offerAndRescind(lenderId, domainId), 'TOO_MANY_REQUESTS');
});
