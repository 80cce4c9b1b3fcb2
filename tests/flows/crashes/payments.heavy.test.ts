/** Parts are killed between a provider's call and its effect: nothing that was paid or went back is lost or doubled. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import type { Person } from '../../../scripts/demo/person.ts';
import type { Found } from '../world/loans.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import type { World } from '../world/world.ts';
import { get, insist, post, until } from './retry-call.ts';

const people = 24;
const victims = ['payments', 'mongo', 'nats', 'sandbox', 'gateway', 'notifications'];

/** One thing that happens to a checkout at the provider, and how one sees that it has. */
interface Step {
  act(world: World, id: string): Promise<unknown>;
  done(checkout: Found): boolean;
}

const isIn =
  (...statuses: string[]) =>
  ({ status }: Found) =>
    statuses.includes(status);
const pay: Step = {
  act: ({ outside }, id) => outside.pay(id),
  done: ({ status }) => status !== 'open',
};
/** Of ten dollars, so many more, until so many have gone back in all. */
const refund = (dollars: number, inAll = dollars): Step => ({
  act: ({ outside }, id) => outside.refund(id, dollars),
  done: ({ refundedCents }) => refundedCents >= inAll * 100,
});
const dispute: Step = {
  act: ({ outside }, id) => outside.dispute(id),
  done: isIn('disputed', 'lost'),
};
const win: Step = { act: ({ outside }, id) => outside.win(id), done: isIn('paid') };
const lose: Step = { act: ({ outside }, id) => outside.lose(id), done: isIn('lost') };
const giveBack: Step = { act: ({ outside }, id) => outside.refund(id), done: isIn('refunded') };

/** What happens, by which provider, and what is left of ten dollars. */
const lives: { call: 'stripe' | 'nowpayments'; steps: Step[]; left: number }[] = [
  { call: 'stripe', steps: [pay], left: 10 },
  { call: 'stripe', steps: [pay, refund(3)], left: 7 },
  { call: 'stripe', steps: [pay, refund(3), refund(7, 10)], left: 0 },
  { call: 'stripe', steps: [pay, refund(2), dispute], left: 0 },
  { call: 'stripe', steps: [pay, dispute, win], left: 10 },
  { call: 'stripe', steps: [pay, refund(4), dispute, lose], left: 0 },
  { call: 'nowpayments', steps: [pay], left: 10 },
  { call: 'nowpayments', steps: [pay, giveBack], left: 0 },
];

async function arrive(world: World, number: number): Promise<Person> {
  return insist(`person ${number}`, () => world.newPerson(`Person ${'abcdefgh'[number % 8]}`));
}

/** Opens a payment page of ten dollars; resolves to its checkout's id. */
async function begin(world: World, person: Person, call: string): Promise<string> {
  const uri = await until('the page', async () => {
    const { status, body } = await post(person, `/transactions/${call}-session`, { amount: 10 });
    return status === 201 && body.uri;
  });
  const found = (await insist('the checkout', () => world.outside.checkouts())) as Found[];
  return found.find((one) => uri.includes(one.id)).id;
}

const checkoutOf = async (world: World, id: string): Promise<Found> =>
  ((await world.outside.checkouts()) as Found[]).find((one) => one.id === id);

/** Every call that the provider has made or will make for a checkout. */
const callsAre = (world: World, id: string, holds: (call: Found) => boolean) =>
  until('the calls', async () => (await checkoutOf(world, id)).webhooks.every(holds));

/** Each step once, also where the answer to it was lost. */
async function live(world: World, id: string, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await until('a step', async () => {
      if (step.done(await checkoutOf(world, id))) return true;
      await step.act(world, id);
      return step.done(await checkoutOf(world, id));
    });
    await pause(Math.random() * 200);
  }
}

const balanceBecomes = (person: Person, dollars: number) =>
  until(`${dollars} with ${person.name}`, async () => {
    return (await get(person, '/users/self')).balance === dollars;
  });

/** The lines that count sum to the balance, and none is there twice. */
async function linesAreRight(person: Person, left: number): Promise<void> {
  const { transactions } = await get(person, '/transactions?limit=100');
  const counted = transactions.filter(({ status }: Found) => ['DONE', 'REFUNDED'].includes(status));
  const sum = counted.reduce((dollars: number, one: Found) => dollars + one.amount, 0);
  assert.equal(sum, left);
  assert.equal(counted.filter(({ type }: Found) => type === 'Deposit').length, 1);
}

test('payments dies after it took a call and before its effect: each has it once', {
  skip: natsMissing,
  timeout: 300_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  const { outside } = world;
  const refunded = await arrive(world, 0);
  const card = await begin(world, refunded, 'stripe');
  await live(world, card, [pay]);
  await balanceBecomes(refunded, 10);
  const paid = await arrive(world, 1);
  const coin = await begin(world, paid, 'nowpayments');
  // Their calls come, but neither answers when it is asked, so that no call can have its effect yet.
  await outside.set({ faults: { stripe: { kind: 'drop' }, nowpayments: { kind: 'drop' } } });
  await live(world, card, [refund(4)]);
  await live(world, coin, [pay]);
  await Promise.all([card, coin].map((id) => callsAre(world, id, ({ attempts }) => attempts > 0)));
  assert.equal((await get(refunded, '/users/self')).balance, 10);
  assert.equal((await get(paid, '/users/self')).balance, 0);
  await world.kill('payments');
  await outside.set({ faults: {} });
  await world.restart('payments');
  await balanceBecomes(refunded, 6);
  await balanceBecomes(paid, 10);
  await Promise.all([outside.redeliver(card), outside.redeliver(coin)]);
  await callsAre(world, card, ({ state }) => state === 'delivered');
  await world.restart('payments');
  await linesAreRight(refunded, 6);
  await linesAreRight(paid, 10);
  assert.deepEqual((await world.checkLedger()).mismatches, []);
});

test('people pay, are refunded and dispute while every part dies in turn, and every cent is where it belongs', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  let busy = true;
  const all = Promise.all(
    Array.from({ length: people }, async (_, number) => {
      await pause(number * 400);
      const person = await arrive(world, number);
      const life = lives[number % lives.length];
      assert.ok(life);
      const id = await begin(world, person, life.call);
      await live(world, id, life.steps);
      await insist('once more', () => world.outside.redeliver(id));
      return { person, id, left: life.left };
    }),
  ).finally(() => {
    busy = false;
  });
  all.catch(() => undefined);
  let kills = 0;
  while (busy || kills < victims.length) {
    await world.restart(victims[kills++ % victims.length] ?? '');
    await pause(500 + Math.random() * 1000);
  }
  const everybody = await all;
  // A balance of 0 alone says nothing: it is there before the payment has come.
  for (const { person, id, left } of everybody) {
    await callsAre(world, id, ({ state }) => state === 'delivered');
    await until(`what ${person.name} paid`, async () => {
      await linesAreRight(person, left);
      return true;
    });
    await balanceBecomes(person, left);
  }
  // What came twice would have come by now.
  for (const { person, left } of everybody) {
    await linesAreRight(person, left);
    assert.equal((await get(person, '/users/self')).balance, left);
  }
  const ledger = await world.checkLedger();
  console.log(`killed -9: ${kills} times; ${people} people; ledger ${JSON.stringify(ledger)}`);
  assert.deepEqual([ledger.sumCents, ledger.mismatches], [0, []]);
});
