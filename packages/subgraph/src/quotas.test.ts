/** Quotas on a real database: exact under concurrency and across restarts, and free for rejected requests. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { quotas as limits } from '@nameloan/contracts/quotas';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { newId } from '@nameloan/runtime/id';
import { Keyring } from '@nameloan/security/keyring';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { Quotas } from './quotas.ts';
import { createServiceContext } from './service-context.ts';

const quota = 'offersOnListing';
const { max, seconds } = limits[quota];
const pieceMs = (seconds * 1000) / max;

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(() => database.close());

/** The quotas of one process of the service. */
async function replica({ rateLimits = true } = {}) {
  const context = createServiceContext('replica');
  const quotas = new Quotas(context);
  await context.store.open({ mongoUrl: database.url, database: `${database.prefix}replica` });
  const [bus, publicUrl] = [new LocalBus(), 'http://localhost'];
  context.bind({ bus, log: context.log, keyring: new Keyring(testSecret), publicUrl, rateLimits });
  return {
    context,
    take: (key: string) => context.commit((tx) => quotas.take(quota, key, tx)),
    rows: () => context.store.connection.collection<{ _id: string; wholeAt: Date }>('quotas'),
    takeAndFail: (key: string) =>
      context.commit(async (tx) => {
        await quotas.take(quota, key, tx);
        throw new DomainError('FORBIDDEN', 'No.');
      }),
    stop: async () => {
      await context.store.close();
      await bus.close();
    },
  };
}

async function count(
  attempts: Promise<unknown>[],
): Promise<{ through: number; rejected: Error[] }> {
  const results = await Promise.allSettled(attempts);
  const rejected = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { through: results.length - rejected.length, rejected };
}

test('of twice as many concurrent requests in two processes exactly the quota succeeds', async () => {
  const [one, other] = [await replica(), await replica()];
  const key = newId();
  const attempts = Array.from({ length: 2 * max }, (_, i) => (i % 2 ? one : other).take(key));
  const { through, rejected } = await count(attempts);
  assert.equal(through, max);
  for (const error of rejected) {
    assert.ok(error instanceof DomainError);
    assert.equal(error.code, 'TOO_MANY_REQUESTS');
    const wait = error.details.retryAfterSeconds ?? 0;
    assert.ok(wait > pieceMs / 1000 - 30 && wait <= pieceMs / 1000, `${wait} seconds`);
    assert.match(
      error.message,
      /^These were too many offers on this listing for one hour\. Try again in \d+ minutes\.$/,
    );
  }
  await one.take(newId());
  await one.stop();
  await other.stop();
});

test('a rejected use case takes nothing', async () => {
  const { take, takeAndFail, stop } = await replica();
  const key = newId();
  for (let attempts = 0; attempts < 3 * max; attempts++) {
    await assert.rejects(takeAndFail(key), { code: 'FORBIDDEN' });
  }
  for (let attempts = 0; attempts < max; attempts++) await take(key);
  await assert.rejects(take(key), { code: 'TOO_MANY_REQUESTS' });
  await stop();
});

test('a restart restores nothing, time restores units one by one, an hour restores all', async () => {
  const first = await replica();
  const key = newId();
  for (let attempts = 0; attempts < max; attempts++) await first.take(key);
  await first.stop();
  const { take, rows, stop } = await replica();
  await assert.rejects(take(key), { code: 'TOO_MANY_REQUESTS' });
  const pass = async (ms: number) => {
    const row = await rows().findOne({ _id: `${quota} ${key}` });
    const wholeAt = new Date((row?.wholeAt.getTime() ?? 0) - ms);
    await rows().updateOne({ _id: `${quota} ${key}` }, { $set: { wholeAt } });
  };
  await pass(pieceMs);
  await take(key);
  await assert.rejects(take(key), { code: 'TOO_MANY_REQUESTS' });
  await pass(seconds * 1000);
  assert.equal((await count(Array.from({ length: max + 1 }, () => take(key)))).through, max);
  await stop();
});

test('with RATE_LIMITS off there are no quotas', async () => {
  const { take, rows, stop } = await replica({ rateLimits: false });
  const key = newId();
  for (let attempts = 0; attempts < 2 * max; attempts++) await take(key);
  assert.equal(await rows().findOne({ _id: `${quota} ${key}` }), null);
  await stop();
});
