/** Scheduled domain jobs while their services crash: each domain is renewed, warned about and lost exactly once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { natsMissing } from '@nameloan/testkit/nats';
import type { RestObject } from '../environment/loans.ts';
import { createListedDomain } from '../environment/loans.ts';
import { startSharedProcesses } from '../environment/shared-processes.ts';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { getBalance } from '../environment/wait-for-state.ts';
import { ownInCustody } from '../journeys/custody.ts';

const domainCount = 4;
const victims = ['domains', 'payments', 'domains', 'notifications'];
const day = 86_400_000;
const maxDays = 5;

/** Kills one service after another while the clock advances, until the jobs that became due have finished. */
async function crashUntil(
  environment: TestEnvironment,
  advance: string,
  done: () => Promise<boolean>,
) {
  let crashes = 0;
  // A service that is down misses this clock change and reads the time when it starts again.
  const moved = environment.sandbox.advanceClock(advance).catch(() => undefined);
  do {
    await pause(60 + Math.random() * 500);
    const victim = victims[crashes % victims.length] ?? '';
    await environment.killProcess(victim);
    crashes += 1;
    await environment.restartProcess(victim);
  } while (crashes < victims.length);
  await moved;
  await waitForDays(environment, done);
  return crashes;
}

/** A job that failed because a service was down is retried within a business day: advances a few days until it is done. */
async function waitForDays(
  environment: TestEnvironment,
  done: () => Promise<boolean>,
): Promise<void> {
  for (let days = 0; ; days += 1) {
    const isDone = await waitFor('the jobs', () => done().catch(() => false), 20_000).catch(
      () => false,
    );
    if (isDone) return;
    assert.ok(days < maxDays, 'the jobs do not finish');
    await environment.sandbox.advanceClock('1d');
  }
}

async function countNotifications(person: Person, text: RegExp): Promise<number> {
  const { notifications } = await person.get('/notifications');
  return notifications.filter((one: RestObject) => text.test(one.body)).length;
}

test('warnings, renewals and proof checks survive crashes of the services that run them', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const { environment, stop } = await startSharedProcesses();
  t.after(stop);
  const held = await Promise.all(
    Array.from({ length: domainCount }, () => ownInCustody(environment)),
  );
  const open = await Promise.all(
    Array.from({ length: domainCount }, () => createListedDomain(environment)),
  );
  const expiryOf = async (domain: RestObject) =>
    (await environment.sandbox.readRegistration(domain.domain)).expiry;
  const { now } = await environment.sandbox.readClock();
  const expiry = new Date(Date.parse(now) + 61 * day).toISOString();
  for (const { domain } of held)
    await environment.sandbox.updateRegistration(domain.domain, { expiry });

  for (const { domain } of open)
    await environment.sandbox.removeTxt(`_nameloan-challenge.${domain.domain}`);
  let crashes = await crashUntil(environment, '37h', async () => {
    const checked = await Promise.all(
      open.map(({ borrower, domain }) => borrower.get(`/domains/${domain.id}`)),
    );
    return checked.every(({ verification_attempts: [newest] }) => newest.outcome === 'MISSING');
  });
  crashes += await crashUntil(environment, '2h', async () => {
    const lost = await Promise.all(
      open.map(({ borrower, domain }) => borrower.get(`/domains/${domain.id}`)),
    );
    return lost.every(({ status }) => status === 'EXTERNAL_UNVERIFIED');
  });
  crashes += await crashUntil(environment, '2d', async () => {
    const warned = await Promise.all(
      held.map(({ owner }) => countNotifications(owner, /We’ll renew it from/)),
    );
    return warned.every((count) => count === 1);
  });
  crashes += await crashUntil(environment, '30d', async () => {
    const renewed = await Promise.all(
      held.map(({ owner }) => countNotifications(owner, /was paid from/)),
    );
    return renewed.every((count) => count >= 1);
  });
  await environment.sandbox.advanceClock('2d');

  for (const { owner, domain } of held) {
    const years =
      new Date(await expiryOf(domain)).getUTCFullYear() - new Date(expiry).getUTCFullYear();
    const counts = [/We’ll renew it from/, /was paid from/].map((each) =>
      countNotifications(owner, each),
    );
    assert.deepEqual([years, ...(await Promise.all(counts))], [1, 1, 1], 'once, not twice');
    assert.equal(await getBalance(owner), 100 - 12 - 12);
  }
  for (const { borrower, domain } of open) {
    assert.equal(await countNotifications(borrower, /^We can no longer see the DNS proof for/), 1);
    const { listings } = await borrower.get(`/listings?text=${domain.domain}`);
    assert.equal(listings.length, 0);
  }
  const ledger = await environment.checkLedger();
  console.log(
    `kill -9 ${crashes} times; renewed ${held.length}, lost ${open.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}`,
  );
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
});
