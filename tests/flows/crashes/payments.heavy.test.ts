/** Services crash between a provider's webhook and its effect: no payment or refund is lost or applied twice. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@nameloan/driver/person';
import { natsMissing } from '@nameloan/testkit/nats';
import type { RestObject } from '../environment/loans.ts';
import type { SharedProcesses } from '../environment/shared-processes.ts';
import { startSharedProcesses } from '../environment/shared-processes.ts';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { get, post, retry, waitUntil } from './retry-call.ts';

/** Two for each scenario, because crashes meet them at different steps. */
const personCount = 16;
const victims = ['payments', 'mongo', 'nats', 'sandbox', 'gateway', 'notifications'];

/** One change of a checkout at the provider, and how to see that it has happened. */
interface Step {
  act(environment: TestEnvironment, id: string): Promise<unknown>;
  done(checkout: RestObject): boolean;
}

const isIn =
  (...statuses: string[]) =>
  ({ status }: RestObject) =>
    statuses.includes(status);
const pay: Step = {
  act: ({ sandbox }, id) => sandbox.payCheckout(id),
  done: ({ status }) => status !== 'open',
};
/** Refunds `dollars` of ten until `totalDollars` have been refunded. */
const refund = (dollars: number, totalDollars = dollars): Step => ({
  act: ({ sandbox }, id) => sandbox.refundPayment(id, dollars),
  done: ({ refundedCents }) => refundedCents >= totalDollars * 100,
});
const dispute: Step = {
  act: ({ sandbox }, id) => sandbox.disputePayment(id),
  done: isIn('disputed', 'lost'),
};
const win: Step = { act: ({ sandbox }, id) => sandbox.winDispute(id), done: isIn('paid') };
const lose: Step = { act: ({ sandbox }, id) => sandbox.loseDispute(id), done: isIn('lost') };
const refundAll: Step = {
  act: ({ sandbox }, id) => sandbox.refundPayment(id),
  done: isIn('refunded'),
};

/** The provider, the changes, and the remaining balance of ten dollars. */
const scenarios: { call: 'stripe' | 'nowpayments'; steps: Step[]; left: number }[] = [
  { call: 'stripe', steps: [pay], left: 10 },
  { call: 'stripe', steps: [pay, refund(3)], left: 7 },
  { call: 'stripe', steps: [pay, refund(3), refund(7, 10)], left: 0 },
  { call: 'stripe', steps: [pay, refund(2), dispute], left: 0 },
  { call: 'stripe', steps: [pay, dispute, win], left: 10 },
  { call: 'stripe', steps: [pay, refund(4), dispute, lose], left: 0 },
  { call: 'nowpayments', steps: [pay], left: 10 },
  { call: 'nowpayments', steps: [pay, refundAll], left: 0 },
];

async function registerPerson(environment: TestEnvironment, number: number): Promise<Person> {
  return retry(`person ${number}`, () => environment.newPerson(`Person ${'abcdefgh'[number % 8]}`));
}

/** Opens a payment page for ten dollars; resolves to its checkout's id. */
async function openCheckout(
  environment: TestEnvironment,
  person: Person,
  call: string,
): Promise<string> {
  const uri = await waitUntil('the page', async () => {
    const { status, body } = await post(person, `/transactions/${call}-session`, { amount: 10 });
    return status === 201 && body.uri;
  });
  const checkouts = (await retry('the checkout', () =>
    environment.sandbox.readCheckouts(),
  )) as RestObject[];
  return checkouts.find((one) => uri.includes(one.id)).id;
}

const checkoutOf = async (environment: TestEnvironment, id: string): Promise<RestObject> =>
  ((await environment.sandbox.readCheckouts()) as RestObject[]).find((one) => one.id === id);

/** Waits until `holds` is true for every webhook of a checkout. */
const waitForWebhooks = (
  environment: TestEnvironment,
  id: string,
  holds: (call: RestObject) => boolean,
) =>
  waitUntil('the webhooks', async () => (await checkoutOf(environment, id)).webhooks.every(holds));

/** Takes each step once, even if a response is lost. */
async function takeSteps(
  environment: TestEnvironment,
  id: string,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) {
    await waitUntil('a step', async () => {
      if (step.done(await checkoutOf(environment, id))) return true;
      await step.act(environment, id);
      return step.done(await checkoutOf(environment, id));
    });
    await pause(Math.random() * 200);
  }
}

const waitForBalance = (person: Person, dollars: number) =>
  waitUntil(`${dollars} with ${person.name}`, async () => {
    return (await get(person, '/users/self')).balance === dollars;
  });

/** Asserts that the effective transactions sum to the balance and include one deposit. */
async function assertTransactions(person: Person, left: number): Promise<void> {
  const { transactions } = await get(person, '/transactions?limit=100');
  const counted = transactions.filter(({ status }: RestObject) =>
    ['DONE', 'REFUNDED'].includes(status),
  );
  const sum = counted.reduce((dollars: number, one: RestObject) => dollars + one.amount, 0);
  assert.equal(sum, left);
  assert.equal(counted.filter(({ type }: RestObject) => type === 'Deposit').length, 1);
}

let environment: TestEnvironment;
let product: SharedProcesses | undefined;
before(async () => {
  if (natsMissing) return;
  product = await startSharedProcesses();
  environment = product.environment;
});
after(() => product?.stop());

test('payments crashes between a webhook and its effect: each takes effect once', {
  skip: natsMissing,
  timeout: 300_000,
}, async () => {
  const { sandbox } = environment;
  const refunded = await registerPerson(environment, 0);
  const card = await openCheckout(environment, refunded, 'stripe');
  await takeSteps(environment, card, [pay]);
  await waitForBalance(refunded, 10);
  const paid = await registerPerson(environment, 1);
  const coin = await openCheckout(environment, paid, 'nowpayments');
  // Webhooks arrive, but neither provider responds to requests, so no webhook can take effect yet.
  await sandbox.updateSettings({
    faults: { stripe: { kind: 'drop' }, nowpayments: { kind: 'drop' } },
  });
  await takeSteps(environment, card, [refund(4)]);
  await takeSteps(environment, coin, [pay]);
  await Promise.all(
    [card, coin].map((id) => waitForWebhooks(environment, id, ({ attempts }) => attempts > 0)),
  );
  assert.equal((await get(refunded, '/users/self')).balance, 10);
  assert.equal((await get(paid, '/users/self')).balance, 0);
  await environment.killProcess('payments');
  await sandbox.updateSettings({ faults: {} });
  await environment.restartProcess('payments');
  await waitForBalance(refunded, 6);
  await waitForBalance(paid, 10);
  await Promise.all([sandbox.redeliverWebhooks(card), sandbox.redeliverWebhooks(coin)]);
  await waitForWebhooks(environment, card, ({ state }) => state === 'delivered');
  await environment.restartProcess('payments');
  await assertTransactions(refunded, 6);
  await assertTransactions(paid, 10);
  assert.deepEqual((await environment.checkLedger()).mismatches, []);
});

test('people pay, are refunded and dispute while every process crashes in turn, and every cent is accounted for', {
  skip: natsMissing,
  timeout: 600_000,
}, async () => {
  let busy = true;
  const all = Promise.all(
    Array.from({ length: personCount }, async (_, number) => {
      await pause(number * 400);
      const person = await registerPerson(environment, number);
      const scenario = scenarios[number % scenarios.length];
      assert.ok(scenario);
      const id = await openCheckout(environment, person, scenario.call);
      await takeSteps(environment, id, scenario.steps);
      await retry('the redelivery', () => environment.sandbox.redeliverWebhooks(id));
      return { person, id, left: scenario.left };
    }),
  ).finally(() => {
    busy = false;
  });
  all.catch(() => undefined);
  let crashes = 0;
  while (busy || crashes < victims.length) {
    await environment.restartProcess(victims[crashes++ % victims.length] ?? '');
    await pause(500 + Math.random() * 1000);
  }
  const outcomes = await all;
  // A balance of 0 alone proves nothing: it is 0 before the payment too.
  for (const { person, id, left } of outcomes) {
    await waitForWebhooks(environment, id, ({ state }) => state === 'delivered');
    await waitUntil(`what ${person.name} paid`, async () => {
      await assertTransactions(person, left);
      return true;
    });
    await waitForBalance(person, left);
  }
  // A duplicate would have arrived by now.
  for (const { person, left } of outcomes) {
    await assertTransactions(person, left);
    assert.equal((await get(person, '/users/self')).balance, left);
  }
  const ledger = await environment.checkLedger();
  console.log(`kill -9 ${crashes} times; ${personCount} people; ledger ${JSON.stringify(ledger)}`);
  assert.deepEqual([ledger.sumCents, ledger.mismatches], [0, []]);
});
