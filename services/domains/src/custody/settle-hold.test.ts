/** A held fee that cannot be captured or released becomes a dead letter and blocks no other job. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { newId } from '@nameloan/runtime/id';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { commit } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { startDomains } from '../testing/start-domains.ts';
import { captureHold, releaseHold } from './settle-hold.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** The dead letters at the internal endpoint for operators. */
async function fetchDeadLetters(): Promise<{ subject: string; fault: string }[]> {
  const headers = { 'x-nameloan-secret': testSecret };
  const answer = await fetch(`${s.url}/dead-letters`, { headers });
  return ((await answer.json()) as { oldest: { subject: string; fault: string }[] }).oldest;
}

const about = async (holdId: string) =>
  (await fetchDeadLetters())
    .filter(({ fault }) => fault.includes(holdId))
    .map(({ subject }) => subject);

test('a released fee that should be captured, or the reverse, is one dead letter', async () => {
  const [released, captured] = [newId(), newId()];
  s.payments.holds.set(released, 'RELEASED').set(captured, 'CAPTURED');
  for (let twice = 0; twice < 2; twice++) {
    await commit(async (tx) => {
      await tx.schedule({ kind: 'capture-hold', key: released });
      await tx.schedule({ kind: 'release-hold', key: captured });
    });
    await s.settle();
  }
  assert.deepEqual(await about(released), ['payments.capture']);
  assert.deepEqual(await about(captured), ['payments.release']);
});

test('an internal error of payments is retried; one that lasts is a dead letter until it passes', async () => {
  const key = newId();
  s.payments.holds.set(key, 'HELD');
  const job = { kind: 'capture-hold', key, data: {}, dueAt: new Date() };
  const internal = (error: unknown) => error instanceof DomainError && error.code === 'INTERNAL';
  s.payments.broken = true;
  await assert.rejects(captureHold({ ...job, attempt: 1 }), internal);
  assert.deepEqual(await about(key), []);
  await assert.rejects(captureHold({ ...job, attempt: 12 }), internal);
  assert.deepEqual(await about(key), ['payments.capture']);
  s.payments.broken = false;
  await captureHold({ ...job, attempt: 13 });
  assert.deepEqual(await about(key), []);
  assert.equal(s.payments.holds.get(key), 'CAPTURED');
});

test('while payments is down a fee waits without a dead letter', async () => {
  const key = newId();
  s.payments.holds.set(key, 'HELD');
  s.payments.down = true;
  const job = { kind: 'release-hold', key, data: {}, dueAt: new Date(), attempt: 40 };
  await assert.rejects(releaseHold(job), { code: 'UNAVAILABLE' });
  s.payments.down = false;
  assert.deepEqual(await about(key), []);
});
