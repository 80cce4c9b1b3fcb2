/** Payments on the dashboard: operators see the payment exceptions that wait for them, others see none. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { paymentExceptions } from '../payment-exception/payment-exception.model.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const read = async (accountId: string) => {
  const query = '{ dashboard { balance waitingPayments(limit: 1) { total payments { id } } } }';
  return (await payments.as(accountId)(query)).data.dashboard;
};

test('operators see the waiting payment exceptions, oldest first; for others the field is null', async () => {
  const [operatorId, accountId] = [newId(), newId()];
  await payments.deliver(
    'identity.account.changed',
    { accountId: operatorId, operator: true },
    { aggregateId: operatorId, version: 2 },
  );
  const exception = {
    ...{ version: 1, method: 'CARD', depositId: null, accountId, askedCents: 5_000 },
    ...{ arrivedCents: 4_500, creditedCents: 0, reason: 'Too little.', settledBy: null },
  };
  await paymentExceptions.raw.insertMany([
    { ...exception, _id: 'stripe:new', status: 'WAITING', createdAt: new Date('2027-02-02') },
    { ...exception, _id: 'stripe:old', status: 'WAITING', createdAt: new Date('2027-02-01') },
    { ...exception, _id: 'stripe:done', status: 'FAILED', createdAt: new Date('2027-01-01') },
  ] as never);
  assert.deepEqual((await read(operatorId)).waitingPayments, {
    total: 2,
    payments: [{ id: 'stripe:old' }],
  });
  assert.deepEqual(await read(accountId), { balance: 0, waitingPayments: null });
});
