/** The projection of transactions covers every field that a resolver reads. */

import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { asEntity, asList, queryEachField } from '@nameloan/testkit/service/each-field';
import { paymentsService } from '../service.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

test('transactions', async () => {
  const { id, accountId } = await payments.deposit(newId(), 500);
  await queryEachField(paymentsService, 'Transaction', {
    callers: [payments.as(accountId)],
    queries: [asList('transactions', 'transactions'), asEntity('Transaction', id)],
  });
});
