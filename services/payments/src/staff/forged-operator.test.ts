/** The operator flag comes from identity alone: a real broker rejects an event of it with any other login. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import type { BusUnavailable } from '@nameloan/messaging/bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { newId } from '@nameloan/runtime/id';
import type { RunningService } from '@nameloan/subgraph/service';
import { startService } from '@nameloan/subgraph/service';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { natsMissing } from '@nameloan/testkit/nats';
import type { NatsWithUsers } from '@nameloan/testkit/nats/nats-users';
import { startNatsWithUsers } from '@nameloan/testkit/nats/nats-users';
import { makeEvent, testSecret } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { paymentsService } from '../service.ts';
import { staff } from './staff.model.ts';

const stream = 'NAMELOAN';

describe('an event that makes an account an operator', { skip: natsMissing }, () => {
  let nats: NatsWithUsers;
  let database: TestDatabase;
  let payments: RunningService;
  const buses = new Map<string, NatsBus>();
  const bus = (name: string) => buses.get(name) as NatsBus;
  before(async () => {
    [nats, database] = await Promise.all([startNatsWithUsers(), startTestDatabase()]);
    for (const name of serviceNames.filter((one) => one !== 'payments'))
      buses.set(
        name,
        await NatsBus.connect({
          url: nats.url,
          login: nats.loginOf(name),
          roots: serviceNames,
          ...{ name, stream },
        }),
      );
    const { user, password } = nats.loginOf('payments');
    payments = await startService(paymentsService, {
      MONGODB_URL: database.url,
      DATABASE_PREFIX: database.prefix,
      INTERNAL_SECRET: testSecret,
      LOG_LEVEL: 'silent',
      STRIPE_SECRET_KEY: 'sk_test_payments',
      STRIPE_WEBHOOK_SECRET: 'whsec_test_0123456789abcdef',
      NOWPAYMENTS_API_KEY: 'key',
      NOWPAYMENTS_IPN_SECRET: 'ipn secret of the test 0123456789',
      NATS_URL: nats.url,
      NATS_USER: user,
      NATS_PASSWORD: password,
      NATS_STREAM: stream,
    });
    await payments.begin();
  });
  after(async () => {
    await payments?.stop();
    await Promise.all([...buses.values()].map((one) => one.close()));
    await Promise.all([nats?.stop(), database?.close()]);
  });

  const claim = (accountId: string) =>
    makeEvent(
      'identity.account.changed',
      { accountId, operator: true },
      { aggregateId: accountId, version: 7 },
    );
  const isOperator = async (id: string) => (await staff.find(id))?.operator === true;

  test('is rejected from every other service, and takes effect from identity', async () => {
    const [mallory, olivia] = [newId(), newId()];
    for (const name of serviceNames.filter((one) => one !== 'identity' && one !== 'payments')) {
      const publish = bus(name).publish(claim(mallory));
      await assert.rejects(publish, (error: BusUnavailable) => {
        assert.match(error.message, /Permissions Violation for Publish/);
        return true;
      });
    }
    await bus('identity').publish(claim(olivia));
    await until(() => isOperator(olivia));
    assert.equal(await isOperator(mallory), false);
  });
});
