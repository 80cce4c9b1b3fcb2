/** Quota of deposits per account. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { serviceContext } from '../service-context.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startMutation, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const left = 6;
const start = async (accountId: string, amount = 1000) =>
  (await payments.as(accountId)(startMutation, { amount, method: 'CARD' })).code;

test('an account can open a limited number of deposits per hour, also concurrently; other accounts are not affected', async () => {
  const accountId = newId();
  assert.equal(await start(accountId, 1), 'INVALID_INPUT');
  const codes: (string | undefined)[] = [];
  await spendQuota(serviceContext, 'deposits', { key: accountId, left });
  for (let round = 0; round < 2; round++) {
    codes.push(...(await Promise.all(Array.from({ length: left - 1 }, () => start(accountId)))));
  }
  assert.equal(codes.filter((code) => code === undefined).length, left);
  assert.ok(codes.every((code) => code === undefined || code === 'TOO_MANY_REQUESTS'));
  assert.equal((await transactions.findMany({ accountId })).length, left);
  assert.equal(await start(newId()), undefined);
});
