/** Lists of loans and histories: filters, directions and pages. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeEvidence } from '../testing/disputes.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  createAcceptedLoan,
  createAccount,
  createOfferedDomain,
  createPostedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

type Call = ReturnType<TestLending['as']>;

async function ids(call: Call, list: string, args: string): Promise<string[]> {
  const data = expectData(await call(`{ ${list}(${args}) { escrows { id } pages total } }`));
  return data[list].escrows.map((one: { id: string }) => one.id);
}

test('loans are filtered by status or openness, in both directions, with exact totals', async () => {
  const ownerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const [borrower, lender] = [service.as(ownerId), service.as(lenderId)];
  const made: string[] = [];
  for (let index = 0; index < 4; index++) {
    const { offerId } = await createOfferedDomain(service, { ownerId, lenderId });
    made.push(expectData(await acceptOffer(borrower, offerId)).acceptOffer.id);
  }
  const [first = '', second = '', third = '', fourth = ''] = made;
  for (const id of [second, fourth]) expectData(await mutateLoan(borrower, 'cancelEscrow', { id }));
  for (const [call, list] of [
    [borrower, 'borrowedEscrows'],
    [lender, 'lentEscrows'],
  ] as const) {
    assert.deepEqual(await ids(call, list, 'direction: ASC'), made);
    assert.deepEqual(await ids(call, list, 'direction: DESC'), [...made].reverse());
    assert.deepEqual(await ids(call, list, 'open: true, direction: DESC'), [third, first]);
    assert.deepEqual(await ids(call, list, 'open: false, direction: ASC'), [second, fourth]);
    assert.deepEqual(await ids(call, list, 'status: CANCELLED'), [fourth, second]);
    assert.deepEqual(await ids(call, list, 'status: CANCELLED, open: true'), []);
    assert.deepEqual(await ids(call, list, 'status: NEW'), []);
    const paged = expectData(
      await call(
        `{ ${list}(page: 2, limit: 1, open: true, direction: DESC) { escrows { id } pages total } }`,
      ),
    )[list];
    assert.deepEqual(paged, { escrows: [{ id: first }], pages: 2, total: 2 });
  }
});

test('operators list disputes of every status, without loans that never were in dispute', async () => {
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  const [waiting, resolved, quiet] = [
    await createPostedLoan(service),
    await createPostedLoan(service),
    await createPostedLoan(service),
  ];
  for (const loan of [waiting, resolved])
    expectData(await mutateLoan(loan.lender, 'escalate', loan));
  await completeEvidence(resolved);
  const end = { id: resolved.id, more: ', outcome: CONTINUE, reason: "Both agree."' };
  expectData(await mutateLoan(operator, 'resolveDispute', end));
  const queue = (args: string) => ids(operator, 'disputes', `limit: 100${args}`);
  assert.deepEqual(await queue(''), [waiting.id]);
  assert.deepEqual(await queue(', status: LOAN_POSTED'), [resolved.id]);
  assert.ok(!(await queue(', status: LOAN_POSTED')).includes(quiet.id));
  assert.equal((await waiting.lender('{ disputes { total } }')).code, 'FORBIDDEN');
});

interface Entry {
  id: string;
  action: string;
}

test('a history can be paged in both directions without gaps or duplicates', async () => {
  const loan = await createPostedLoan(service);
  await service.settle();
  const page = async (args: string): Promise<Entry[]> =>
    expectData(
      await loan.lender(`query ($id: ID!) { escrowHistory(escrowId: $id${args}) { id action } }`, {
        id: loan.id,
      }),
    ).escrowHistory;
  const whole = await page('');
  assert.ok(whole.length > 5);
  const forth = await page(`, limit: 1, after: "${whole[0]?.id}"`);
  assert.deepEqual(forth, whole.slice(1, 2));
  const walked: Entry[] = await page(', limit: 2');
  for (;;) {
    const before = await page(`, limit: 2, before: "${walked[0]?.id}"`);
    if (before.length === 0) break;
    walked.unshift(...before);
  }
  assert.deepEqual(walked, whole);
  const other = await createAcceptedLoan(service);
  const foreign = await other.borrower(
    `query ($id: ID!, $after: ID) { escrowHistory(escrowId: $id, after: $after) { id } }`,
    { id: other.id, after: whole[0]?.id },
  );
  assert.equal(foreign.code, 'NOT_FOUND');
});
