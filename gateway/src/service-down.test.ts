/** A service that is down makes only its own fields null, and the errors name it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ServiceName } from '@nameloan/contracts/platform';
import type { TestGateway, TestResponse } from './testing/gateway.ts';
import { startTestGateway } from './testing/gateway.ts';

let gateway: TestGateway;
let token: string;
before(async () => {
  gateway = await startTestGateway();
  token = await gateway.token();
});
after(() => gateway.stop());

/** The data of the dashboard in one document. */
const page = `{
  dashboard { domains { count byStatus { status count } estimatedValue } balance offersReceived offersSent
    borrowing { open amount running { amount } byStatus { status count } } lending { open largest { id domain { name } } }
    waitingLoans { total escrows { id } } waitingOffers { total } waitingPushes { total } paymentFlows { total } milestones { listed }
    unread { alerts notifications } }
  self { id name balance }
  domains { total domains { id name status listed offers listing { id } } }
  borrowedEscrows { escrows { id status domainName borrower { id name } domain { id name } } }
  receivedOffers { offers { id status domain { id name estimatedValue } } }
  listings { listings { id domainName estimatedValue domain { id name } } }
  transactions { transactions { id type } }
  notifications { id body }
}`;

/** The paths that each service owns; all others must keep their data. */
const owned: Partial<Record<ServiceName, readonly string[]>> = {
  identity: ['self', 'borrowedEscrows.escrows.0.borrower.name'],
  domains: [
    'dashboard.domains',
    'dashboard.waitingPushes',
    'dashboard.lending.largest.0.domain',
    'domains',
    'borrowedEscrows.escrows.0.domain',
    'receivedOffers.offers.0.domain',
    'listings.listings.0.domain',
    'listings.listings.0.estimatedValue',
  ],
  lending: [
    'dashboard.offersReceived',
    'dashboard.offersSent',
    'dashboard.borrowing',
    'dashboard.lending',
    'dashboard.waitingLoans',
    'dashboard.waitingOffers',
    'dashboard.paymentFlows',
    'dashboard.milestones',
    'domains.domains.0.listed',
    'domains.domains.0.offers',
    'domains.domains.0.listing',
    'borrowedEscrows',
    'receivedOffers',
    'listings',
  ],
  payments: ['dashboard.balance', 'self.balance', 'transactions'],
  notifications: ['dashboard.unread', 'notifications'],
};

/** The data with null at `paths`. */
function without(whole: unknown, paths: readonly string[]): unknown {
  const left = structuredClone(whole) as Record<string, unknown>;
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() as string;
    const place = names.reduce((at, name) => at[name] as Record<string, unknown>, left);
    assert.notEqual(place[last], null, path);
    place[last] = null;
  }
  return left;
}

const read = () => gateway.call('POST', '/graphql', { token, body: { query: page } });

async function whileDown(name: ServiceName, look: () => Promise<void>) {
  const service = gateway.services.get(name);
  assert.ok(service);
  const port = Number(new URL(service.url).port);
  await service.stop();
  try {
    await look();
  } finally {
    await service.start(port);
  }
}

for (const [name, paths] of Object.entries(owned) as [ServiceName, readonly string[]][]) {
  test(`while ${name} is down only its fields are null, and the errors name it`, async () => {
    const whole = await read();
    assert.equal(whole.body.errors, undefined);
    await whileDown(name, async () => {
      const { status, body } = await read();
      assert.equal(status, 200);
      assert.deepEqual(body.data, without(whole.body.data, paths));
      assert.ok(body.errors.length > 0);
      for (const { extensions } of body.errors) {
        assert.deepEqual([extensions.code, extensions.service], ['UNAVAILABLE', name]);
        assert.ok(extensions.retryAfterSeconds > 0);
      }
    });
  });
}

test('a REST call to a service that is down is 503 with Retry-After and the name of the service', async () => {
  const calls: Partial<Record<ServiceName, string>> = {
    identity: '/users/self',
    domains: '/domains',
    lending: '/escrow/e1',
    payments: '/transactions',
    notifications: '/notifications',
  };
  for (const [name, path] of Object.entries(calls) as [ServiceName, string][]) {
    const call = (): Promise<TestResponse> => gateway.call('GET', `/api${path}`, { token });
    assert.equal((await call()).status, 200, name);
    await whileDown(name, async () => {
      const { status, headers, body } = await call();
      assert.equal(status, 503, name);
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.deepEqual([body.code, body.service], ['UNAVAILABLE', name]);
    });
  }
});

test('a stream to a service that is down is 503 as well', async () => {
  const streams = { identity: '/avatars/a1', lending: '/contracts/c1/pdf' } as const;
  for (const name of ['identity', 'lending'] as const) {
    await whileDown(name, async () => {
      const { status, headers, body }: TestResponse = await gateway.call(
        'GET',
        `/api${streams[name]}`,
      );
      assert.equal(status, 503, name);
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.deepEqual([body.code, body.service], ['UNAVAILABLE', name]);
    });
  }
});
