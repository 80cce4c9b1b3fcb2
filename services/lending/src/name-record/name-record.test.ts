/** How loans on a name ended, as its listing, its loans and its domain show it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { asTest } from '@nameloan/testkit/database/query-plans';
import { escrows } from '../escrow/escrow.model.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createListedDomain,
  expectData,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

interface Explainable {
  raw: { find(filter: object): { limit(max: number): { explain(): Promise<unknown> } } };
}

const dayMs = 86_400_000;
const receivedAt = new Date('2026-01-10T00:00:00Z');

/** Stores ended loans on a name, each in another month and with other parties unless they are given. */
async function endLoans(name: string, loans: object[]): Promise<void> {
  const accepted = await createAcceptedLoan(service);
  const one = await escrows.raw.findOne({ _id: accepted.id }, null, asTest).lean();
  const rows = loans.map((loan, at) => ({
    ...one,
    ...{ _id: newId(), offerId: newId(), domainId: newId(), domainName: name },
    ...{ borrowerId: newId(), lenderId: newId(), amountCents: 50_000 },
    receipt: { date: receivedAt, at: receivedAt, method: null, reference: null, by: 'BORROWER' },
    finalizedAt: new Date(receivedAt.getTime() + (30 + 31 * (at % 24)) * dayMs),
    ...loan,
  }));
  await escrows.raw.insertMany(rows, { lean: true });
}

const repaid = { status: 'FINALIZED_RETURN_TO_BORROWER' };
const defaulted = { status: 'FINALIZED_LENDER_SEIZURE' };
const fields = 'loansOfName { repaid defaulted }';

async function readOn(name: string): Promise<unknown> {
  const owner = await createAccount(service, 'Bea');
  const { listingId } = await createListedDomain(service, owner, { name, unicodeName: name });
  const query = `{ listing(id: "${listingId}") { ${fields} } }`;
  return expectData(await service.as(null)(query)).listing.loansOfName;
}

test('a name without loans has none', async () => {
  assert.deepEqual(await readOn('unused.com'), { repaid: 0, defaulted: 0 });
});

test('loans of all accounts on the name count by their end, and those of other names don’t', async () => {
  await endLoans('shared.com', [repaid, repaid, defaulted, { status: 'CANCELLED' }]);
  await endLoans('other.com', [defaulted]);
  assert.deepEqual(await readOn('shared.com'), { repaid: 2, defaulted: 1 });
});

test('small or short loans, and more than one of the same parties in a month, don’t count', async () => {
  const pair = { borrowerId: newId(), lenderId: newId() };
  const finalizedAt = new Date(receivedAt.getTime() + 40 * dayMs);
  await endLoans('cheap.com', [
    { ...repaid, amountCents: 9_999 },
    { ...repaid, finalizedAt: new Date(receivedAt.getTime() + 6 * dayMs) },
    { ...repaid, ...pair, finalizedAt },
    { ...repaid, ...pair, finalizedAt },
  ]);
  assert.deepEqual(await readOn('cheap.com'), { repaid: 1, defaulted: 0 });
});

test('many repaid loans can’t hide a default', async () => {
  await endLoans('flooded.com', [...Array<object>(150).fill(repaid), defaulted]);
  assert.deepEqual(await readOn('flooded.com'), { repaid: 100, defaulted: 1 });
});

test('the parties of a loan and the owner of the domain read the same', async () => {
  await endLoans('party.com', [defaulted]);
  const loan = await createAcceptedLoan(service, {
    eligibility: { name: 'party.com', unicodeName: 'party.com' },
  });
  const read = `{ escrow(id: "${loan.id}") { ${fields} } }`;
  const expected = { repaid: 0, defaulted: 1 };
  assert.deepEqual(expectData(await loan.lender(read)).escrow.loansOfName, expected);
  const entity = await loan.borrower(
    `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Domain { ${fields} } } }`,
    { of: [{ __typename: 'Domain', id: loan.domainId, name: 'party.com' }] },
  );
  assert.deepEqual(expectData(entity)._entities[0].loansOfName, expected);
});

test('the read uses the index of names', async () => {
  const { raw } = escrows as never as Explainable;
  const find = raw.find({ domainName: 'party.com', status: repaid.status });
  const plan = JSON.stringify(await find.limit(100).explain());
  assert.match(plan, /"winningPlan":.*"indexName":"domainName_1_status_1"/);
});
