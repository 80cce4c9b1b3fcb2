/** The configured limits of loans are public and enforced. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  createAccount,
  expectData,
  openListing,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  const settings = {
    LOAN_MIN_TERM_DAYS: '30',
    LOAN_MAX_TERM_DAYS: '365',
    LOAN_MAX_RATE_BPS: '3600',
  };
  service = await startLending({ settings });
});
after(() => service.stop());

test('a visitor reads the configured limits, and terms outside them are rejected with the same numbers', async () => {
  const query = '{ loanBounds { minAmount maxAmount minTerm maxTerm minRate maxRate offerDays } }';
  assert.deepEqual(expectData(await service.as(null)(query)).loanBounds, {
    minAmount: 100,
    maxAmount: 1_000_000_000,
    minTerm: 30,
    maxTerm: 365,
    minRate: 0,
    maxRate: 3_600,
    offerDays: 7,
  });
  const ownerId = await createAccount(service, 'Bea Borrower');
  const outside = { term: 29, rate: 3_601 };
  const { fields } = await openListing(service.as(ownerId), addDomain(service, ownerId), outside);
  assert.deepEqual(fields, {
    desiredTerm: 'Choose a term from 30 to 365 whole days.',
    desiredRate: 'Choose a rate from 0% to 36%.',
  });
});
