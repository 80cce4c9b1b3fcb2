/** An account's transactions and balance. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const list = `query ($page: Int!, $limit: Int!) {
  transactions(page: $page, limit: $limit) {
    transactions { id amount status createdAt } pages total
  }
}`;
const balances = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on User { balance } } }`;

test('transactions are listed newest first in pages, and a page past the end is empty', async () => {
  const accountId = newId();
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) {
    ids.unshift((await payments.deposit(accountId, 500 + count)).id);
  }
  const read = async (page: number) =>
    (await payments.as(accountId)(list, { page, limit: 3 })).data.transactions;
  const listed: string[] = [];
  for (const page of [1, 2, 3]) {
    const { transactions, pages, total } = await read(page);
    assert.deepEqual([pages, total], [3, 7]);
    listed.push(...transactions.map(({ id }: { id: string }) => id));
  }
  assert.deepEqual(listed, ids);
  assert.deepEqual((await read(4)).transactions, []);
  assert.deepEqual((await read(2_147_483_647)).transactions, []);
});

test('an account without transactions has one empty page', async () => {
  const answer = await payments.as(newId())('{ transactions { transactions { id } pages total } }');
  assert.deepEqual(answer.data.transactions, { transactions: [], pages: 1, total: 0 });
});

test('transactions are visible only to their account', async () => {
  const deposit = await payments.deposit(newId(), 500);
  const outsider = payments.as(newId());
  const ids = [{ __typename: 'Transaction', id: deposit.id }];
  const entity = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on Transaction { amount } } }`;
  assert.deepEqual((await outsider(entity, { ids })).data, { _entities: [null] });
  assert.equal(
    (await payments.as(deposit.accountId)(entity, { ids })).data._entities[0].amount,
    500,
  );
  assert.equal((await payments.as(null)('{ transactions { total } }')).code, 'UNAUTHENTICATED');
});

test('an invalid page and limit are both reported', async () => {
  const wrong = [
    [0, 0],
    [-1, 101],
    [-2_147_483_648, 2_147_483_647],
  ];
  for (const [page, limit] of wrong) {
    const answer = await payments.as(newId())(list, { page, limit });
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.deepEqual(Object.keys(answer.fields ?? {}), ['page', 'limit']);
  }
  const answer = await payments.as(newId())(list, { page: 'x', limit: { $gt: 0 } });
  assert.equal(answer.code, 'INVALID_INPUT');
});

test('a balance is visible only to its account', async () => {
  const accountId = newId();
  const other = newId();
  await payments.fund(accountId, 4200);
  const ids = [accountId, other, 'unknown'].map((id) => ({ __typename: 'User', id }));
  const read = async (who: string | null) =>
    (await payments.as(who)(balances, { ids })).data._entities.map(
      ({ balance }: { balance: number | null }) => balance,
    );
  assert.deepEqual(await read(accountId), [4200, null, null]);
  assert.deepEqual(await read(other), [null, 0, null]);
  assert.deepEqual(await read(null), [null, null, null]);
});

test('a transaction has a description, domain and reason; the list can be filtered and sorted', async () => {
  const accountId = newId();
  await payments.fund(accountId, 5000);
  const holdId = newId();
  const fee = {
    accountId,
    amountCents: 1200,
    kind: 'TRANSFER_FEE',
    reference: 'example.com',
  } as const;
  await payments.request('payments.hold', { holdId, ...fee });
  await payments.deposit(accountId, 700, 'CRYPTOCURRENCY');
  await payments.request('payments.release', { holdId });
  const read = async (more: object) => {
    const query = `query ($filter: TransactionFilter, $sort: TransactionSort! = NEWEST) {
      transactions(filter: $filter, sort: $sort) {
        total transactions { type typeLabel method methodLabel description domainName reason }
      }
    }`;
    const { data } = await payments.as(accountId)(query, { ...more });
    return data.transactions.transactions;
  };
  const descriptions = async (more: object) =>
    (await read(more)).map((one: { description: string }) => one.description);
  const all = ['Deposit by cryptocurrency', 'Transfer fee for example.com', 'Deposit by card'];
  assert.deepEqual(await descriptions({}), all);
  assert.deepEqual(await descriptions({ sort: 'OLDEST' }), all.toReversed());
  assert.deepEqual(await descriptions({ filter: { status: 'PENDING' } }), all.slice(0, 1));
  assert.deepEqual(await descriptions({ filter: { type: 'DEPOSIT' } }), [all[0], all[2]]);
  assert.deepEqual(await descriptions({ filter: { method: 'CARD', type: 'DEPOSIT' } }), [all[2]]);
  assert.deepEqual(await read({ filter: { type: 'TRANSFER_FEE' } }), [
    {
      type: 'TRANSFER_FEE',
      typeLabel: 'Transfer fee',
      method: 'BALANCE',
      methodLabel: 'Balance',
      description: 'Transfer fee for example.com',
      domainName: 'example.com',
      reason: 'The fee was returned.',
    },
  ]);
});

test('the balance shows the available, held and owed amounts', async () => {
  const accountId = newId();
  const read = async () =>
    (await payments.as(accountId)('{ balance { available held owed } }')).data.balance;
  assert.deepEqual(await read(), { available: 0, held: 0, owed: 0 });
  await payments.fund(accountId, 5000);
  const fee = { accountId, amountCents: 1200, kind: 'RENEWAL_FEE', reference: 'a.com' } as const;
  await payments.request('payments.hold', { holdId: newId(), ...fee });
  assert.deepEqual(await read(), { available: 3800, held: 1200, owed: 0 });
  assert.equal((await payments.as(null)('{ balance { owed } }')).code, 'UNAUTHENTICATED');
});
