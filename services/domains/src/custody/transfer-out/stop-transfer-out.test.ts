/** What a used stop link says about the time in which another person may have used the account. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { strictAccounts } from '@nameloan/testkit/service/test-service';
import { domains } from '../../domain/domain.model.ts';
import { commit } from '../../service-context.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import { expectData, startDomains } from '../../testing/start-domains.ts';
import { stopped, transferWaits } from '../../testing/transfer-waits.ts';

let s: TestDomains;
/** Each test has its own quota. */
let ann: string;
beforeEach(() => {
  ann = newId();
  strictAccounts.add(ann);
});
before(async () => {
  s = await startDomains({ environment: { APPRAISER: 'none' } });
});
after(async () => {
  strictAccounts.clear();
  await s.stop();
});

const { cancel, stop, valuable, startWaiting } = transferWaits(
  () => s,
  () => ann,
);

async function readMoments(id: string) {
  await s.settle();
  const data = s.eventsOf(stopped, id).at(-1)?.data;
  return data as { requestedAt: string | null; stoppedAt: string | null };
}

/** Dates the requests, newest first; without dates they are of a former release. */
async function dateRequests(id: string, hoursAgo: number[]): Promise<string[]> {
  const dates = hoursAgo.map((hours) => new Date(Date.now() - hours * 3_600_000));
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const link = domain.transferOutStop;
    assert.ok(link);
    const requests = dates.map((at, i) => ({ hash: link.hashes[i] ?? '', at }));
    await domains.update(domain, { ...domain, transferOutStop: { ...link, requests } }, tx);
  });
  return dates.map((at) => at.toISOString());
}

/** A domain whose last of three requests waits, and the tokens of the mails, newest first. */
async function requestThrice() {
  const id = await valuable();
  const tokens = [await startWaiting(id)];
  for (let times = 0; times < 2; times++) {
    expectData(await cancel(id));
    tokens.unshift(await startWaiting(id));
  }
  return { id, tokens };
}

test('it names the moments of the request and of the stop, both in account time', async () => {
  const id = await valuable();
  // Business time is ahead of account time.
  await s.advance(3_600_000);
  const before = new Date().toISOString();
  const token = await startWaiting(id);
  expectData(await stop(token));
  const { requestedAt, stoppedAt } = await readMoments(id);
  const after = new Date().toISOString();
  const moments = [before, requestedAt, stoppedAt, after];
  assert.deepEqual(moments, moments.toSorted());
});

test('a request that was cancelled and repeated counts from its first time', async () => {
  const { id, tokens } = await requestThrice();
  const dates = await dateRequests(id, [1, 20, 70]);
  expectData(await stop(tokens[0] ?? ''));
  assert.equal((await readMoments(id)).requestedAt, dates[2]);
});

test('nothing counts that is more than 72 hours before the request of the used link', async () => {
  for (const [hoursAgo, firsts] of [
    [
      [1, 20, 93],
      [1, 1, 2],
    ],
    // A chain of requests does not reach further.
    [
      [1, 70, 140],
      [1, 2, 2],
    ],
  ] as const)
    for (const [used, first] of firsts.entries()) {
      const { id, tokens } = await requestThrice();
      const dates = await dateRequests(id, [...hoursAgo]);
      expectData(await stop(tokens[used] ?? ''));
      assert.equal(
        (await readMoments(id)).requestedAt,
        dates[first],
        `link ${used} of ${hoursAgo}`,
      );
    }
});

test('of requests that a former release has recorded, no moment is known', async () => {
  const { id, tokens } = await requestThrice();
  await dateRequests(id, []);
  expectData(await stop(tokens[0] ?? ''));
  const { requestedAt, stoppedAt } = await readMoments(id);
  assert.deepEqual([requestedAt, stoppedAt === null], [null, false]);
});
