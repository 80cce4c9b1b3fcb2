/** Lending while domains is unreachable: no partial state. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asTest } from '@nameloan/testkit/database/query-plans';
import { addDomain, createAccount, openListing, startLending } from '../testing/start-lending.ts';
import { listings } from './listing.model.ts';

test('while domains is unreachable, opening a listing fails with UNAVAILABLE and stores nothing', async () => {
  const service = await startLending({ answers: false });
  const borrower = await createAccount(service, 'Bea Borrower');
  const answer = await openListing(service.as(borrower), addDomain(service, borrower));
  const stored = await listings.raw.countDocuments({ borrowerId: borrower }, asTest);
  await service.stop();
  assert.equal(answer.code, 'UNAVAILABLE');
  assert.equal(stored, 0);
});
