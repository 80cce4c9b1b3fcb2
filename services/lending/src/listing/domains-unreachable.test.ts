/** Lending while domains is away: nothing half-done. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asTest } from '@nameloan/service/testing/query-plans.ts';
import { account, domain, openListing, startLending } from '../testing/start-lending.ts';
import { listings } from './listing.model.ts';

test('while domains is silent nothing can be listed, and the answer says to try again', async () => {
  const service = await startLending({ answers: false });
  const borrower = await account(service, 'Bea Borrower');
  const answer = await openListing(service.as(borrower), domain(service, borrower));
  const kept = await listings.raw.countDocuments({ borrowerId: borrower }, asTest);
  await service.stop();
  assert.equal(answer.code, 'UNAVAILABLE');
  assert.equal(kept, 0);
});
