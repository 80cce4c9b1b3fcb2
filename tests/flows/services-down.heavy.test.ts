/** Kills each service in turn: a GraphQL page lacks only that service's fields, and the errors name it. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { makeOffer } from '@nameloan/driver/steps';
import { natsMissing } from '@nameloan/testkit/nats';
import { createListedDomain } from './environment/loans.ts';
import type { SharedProcesses } from './environment/shared-processes.ts';
import { startSharedProcesses } from './environment/shared-processes.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

const page = `{
  dashboard { domains { count estimatedValue } balance offersReceived borrowing { open } unread { alerts } }
  self { name balance }
  domains { total domains { name status listed offers listing { id } } }
  borrowedEscrows { total }
  receivedOffers { total offers { status domain { name } } }
  transactions { total }
  notifications { body }
}`;

/** The page's fields by service. */
const fieldsByService: Record<string, readonly string[]> = {
  identity: ['self'],
  domains: ['dashboard.domains', 'domains', 'receivedOffers.offers.0.domain'],
  lending: [
    'dashboard.offersReceived',
    'dashboard.borrowing',
    'domains.domains.0.listed',
    'domains.domains.0.offers',
    'domains.domains.0.listing',
    'borrowedEscrows',
    'receivedOffers',
  ],
  payments: ['dashboard.balance', 'self.balance', 'transactions'],
  notifications: ['dashboard.unread', 'notifications'],
};

type Tree = Record<string, unknown>;

function without(whole: Tree, paths: readonly string[]): Tree {
  const left = structuredClone(whole);
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() as string;
    names.reduce((at, name) => at[name] as Tree, left)[last] = null;
  }
  return left;
}

async function read(person: Person) {
  const response = await fetch(`${person.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': String(person.token) },
    body: JSON.stringify({ query: page }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { data: Tree; errors?: { extensions: Tree }[] };
}

describe('a service that is down', { skip: natsMissing, timeout: 300_000 }, () => {
  let environment: TestEnvironment;
  let product: SharedProcesses | undefined;
  let person: Person;
  before(async () => {
    product = await startSharedProcesses();
    environment = product.environment;
    const { borrower, lender, domain, terms } = await createListedDomain(environment);
    await makeOffer(lender, domain.id, terms);
    person = borrower;
    await waitFor('the notification of the offer', async () => {
      const { notifications } = await borrower.get('/notifications');
      return notifications.length >= 2;
    });
  });
  after(() => product?.stop());

  for (const [name, paths] of Object.entries(fieldsByService)) {
    test(`${name} blanks only its own fields and recovers after a restart`, async () => {
      const whole = await read(person);
      assert.equal(whole.errors, undefined);
      await environment.killProcess(name);
      const { data, errors = [] } = await read(person);
      assert.deepEqual(data, without(whole.data, paths));
      assert.ok(errors.length > 0);
      for (const { extensions } of errors)
        assert.deepEqual([extensions.code, extensions.service], ['UNAVAILABLE', name]);
      await environment.restartProcess(name);
      await waitFor('the complete page', async () => !(await read(person)).errors);
      assert.deepEqual((await read(person)).data, whole.data);
    });
  }
});
