/** The `deposits` command settles payment exceptions while the service is not running. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { startService } from '@nameloan/subgraph/service';
import { startTestDatabase } from '@nameloan/testkit/database';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { readBalance } from './balance/read-balance.ts';
import { runDepositsStandalone } from './operator.ts';
import { paymentExceptions } from './payment-exception/payment-exception.model.ts';
import { paymentsService } from './service.ts';
import { commit } from './service-context.ts';
import { transactions } from './transaction/transaction.model.ts';

const at = new Date('2026-11-01T12:00:00Z');
const id = 'nowpayments:1';

/** A deposit of $10 of which $4 arrived. */
function addException(): Promise<unknown> {
  return commit(async (tx) => {
    await transactions.add(
      {
        ...{ id: 'd1', version: 1, accountId: 'a1', type: 'DEPOSIT', method: 'CRYPTOCURRENCY' },
        ...{ amountCents: 1000, status: 'PENDING', createdAt: at, endedAt: null, reason: null },
        ...{ domainName: null, returnedCents: null, session: null },
      },
      tx,
    );
    await paymentExceptions.add(
      {
        ...{ id, version: 1, status: 'WAITING', method: 'CRYPTOCURRENCY', depositId: 'd1' },
        ...{ accountId: 'a1', askedCents: 1000, arrivedCents: 400, creditedCents: 0 },
        ...{ reason: 'Too little.', createdAt: at, settledAt: null, settledBy: null },
      },
      tx,
    );
  });
}

test('exceptions are listed and credited in the database, and the events are published when the service runs again', async () => {
  const database = await startTestDatabase();
  const bus = new LocalBus();
  const published: string[] = [];
  const both = Promise.withResolvers<void>();
  await bus.consume({
    name: 'test',
    subjects: ['payments.deposit.settled', 'payments.deposit.completed'],
    handle: async (raw) => {
      published.push((raw as { subject: string }).subject);
      if (published.length === 2) both.resolve();
      return { done: true };
    },
  });
  const environment = {
    MONGODB_URL: database.url,
    DATABASE_PREFIX: database.prefix,
    INTERNAL_SECRET: testSecret,
  };
  const settings = {
    ...environment,
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: 'sk_test_payments',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
    NOWPAYMENTS_API_KEY: 'key',
    NOWPAYMENTS_IPN_SECRET: 'ipn secret of the test 0123456789',
  };
  const first = await startService(paymentsService, settings, { bus });
  await addException();
  await first.stop();

  assert.match(
    await runDepositsStandalone(environment, []),
    /nowpayments:1 .* \$4\.00 of \$10\.00\./,
  );
  assert.match(await runDepositsStandalone(environment, ['credit', id]), /^\$4\.00 of payment/);
  await assert.rejects(runDepositsStandalone(environment, ['credit', id]), /it is CREDITED/);
  assert.match(await runDepositsStandalone(environment, []), /^No payment is waiting/);

  const second = await startService(paymentsService, settings, { bus });
  await second.begin();
  await both.promise;
  assert.deepEqual(published.sort(), ['payments.deposit.completed', 'payments.deposit.settled']);
  assert.deepEqual(await readBalance({ accountId: 'a1' }), { availableCents: 400 });
  await second.stop();
  await bus.close();
  await database.close();
});
