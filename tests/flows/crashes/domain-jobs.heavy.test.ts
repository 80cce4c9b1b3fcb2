/** The timed work on domains while its services are killed: each name is renewed, warned of and lost once, never twice. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import type { Person } from '../../../scripts/demo/person.ts';
import { waitFor } from '../../../scripts/demo/sandbox-client.ts';
import { ownInCustody } from '../journeys/custody.ts';
import type { Found } from '../world/loans.ts';
import { listed } from '../world/loans.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import { balanceOf } from '../world/wait-for-state.ts';
import type { World } from '../world/world.ts';

const many = 6;
const victims = ['domains', 'payments', 'domains', 'notifications'];
const day = 86_400_000;
const mostDays = 5;

/** Kills one service after the other while the clock moves and until what it made due has come to pass. */
async function killThrough(world: World, advance: string, done: () => Promise<boolean>) {
  let kills = 0;
  // A part that dies while the clock moves is gone for that move; it asks for the time when it is back.
  const moved = world.outside.advance(advance).catch(() => undefined);
  do {
    await pause(60 + Math.random() * 500);
    const victim = victims[kills % victims.length] ?? '';
    await world.kill(victim);
    kills += 1;
    await world.restart(victim);
  } while (kills < 12);
  await moved;
  await comeToPass(world, done);
  return kills;
}

/** What met a dead part is tried again a day later at the latest, on business time: a few days are lived for it. */
async function comeToPass(world: World, done: () => Promise<boolean>): Promise<void> {
  for (let days = 0; ; days += 1) {
    const found = await waitFor('all of it', () => done().catch(() => false), 20_000).catch(
      () => false,
    );
    if (found) return;
    assert.ok(days < mostDays, 'it does not come to pass');
    await world.outside.advance('1d');
  }
}

async function told(person: Person, words: RegExp): Promise<number> {
  const { notifications } = await person.get('/notifications');
  return notifications.filter((one: Found) => words.test(one.body)).length;
}

test('warnings, renewals and looks at proofs survive the death of who does them', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  const held = await Promise.all(Array.from({ length: many }, () => ownInCustody(world)));
  const open = await Promise.all(Array.from({ length: many }, () => listed(world)));
  const there = async (domain: Found) => (await world.outside.registered(domain.domain)).expiry;
  const { now } = await world.outside.clock();
  const expiry = new Date(Date.parse(now) + 61 * day).toISOString();
  for (const { domain } of held) await world.outside.change(domain.domain, { expiry });

  for (const { domain } of open)
    await world.outside.removeTxt(`_nameloan-challenge.${domain.domain}`);
  let kills = await killThrough(world, '37h', async () => {
    const looked = await Promise.all(
      open.map(({ borrower, domain }) => borrower.get(`/domains/${domain.id}`)),
    );
    return looked.every(({ verification_attempts: [newest] }) => newest.outcome === 'MISSING');
  });
  kills += await killThrough(world, '2h', async () => {
    const lost = await Promise.all(
      open.map(({ borrower, domain }) => borrower.get(`/domains/${domain.id}`)),
    );
    return lost.every(({ status }) => status === 'EXTERNAL_UNVERIFIED');
  });
  kills += await killThrough(world, '2d', async () => {
    const warned = await Promise.all(held.map(({ owner }) => told(owner, /We’ll renew it from/)));
    return warned.every((count) => count === 1);
  });
  kills += await killThrough(world, '30d', async () => {
    const renewed = await Promise.all(held.map(({ owner }) => told(owner, /was paid from/)));
    return renewed.every((count) => count >= 1);
  });
  await world.outside.advance('2d');

  for (const { owner, domain } of held) {
    const years =
      new Date(await there(domain)).getUTCFullYear() - new Date(expiry).getUTCFullYear();
    const words = [/We’ll renew it from/, /was paid from/].map((each) => told(owner, each));
    assert.deepEqual([years, ...(await Promise.all(words))], [1, 1, 1], 'once, not twice');
    assert.equal(await balanceOf(owner), 100 - 12 - 12);
  }
  for (const { borrower, domain } of open) {
    assert.equal(await told(borrower, /^We can no longer see the DNS proof for/), 1);
    const { listings } = await borrower.get(`/listings?text=${domain.domain}`);
    assert.equal(listings.length, 0);
  }
  const ledger = await world.checkLedger();
  console.log(
    `killed -9 ${kills} times; renewed ${held.length}, lost ${open.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}`,
  );
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
});
