/** The life of a mailed transfer code: it ends after 14 days, and a request that was made in time is not rejected. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { domains } from '../../domain/domain.model.ts';
import { commit } from '../../service-context.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import { day, expectData, hour, minute, startDomains } from '../../testing/start-domains.ts';
import { cancelled, started, transferWaits } from '../../testing/transfer-waits.ts';
import { lockStatuses } from '../lock.ts';
import { scheduleCodeExpiries } from './expire-code.ts';

const requested = 'domains.domain.transfer-out-requested';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const { out, count, inCustody, codeAtRegistry } = transferWaits(
  () => s,
  () => 'ann',
);
const takeover = (name: string, body: object) =>
  s.control('POST', `/registry/domains/${name}/takeover`, body);

/** A domain whose code has been mailed, and that code. */
async function open() {
  const id = await inCustody();
  expectData(await out(id));
  await s.event(started, ({ domainId }) => domainId === id);
  await s.settle();
  const { name } = await s.record(id);
  return { id, name, code: (await codeAtRegistry(id)).authCode };
}

test('after 14 days the code no longer works, the domain is locked, and its owner is notified once', async () => {
  const { id, name, code } = await open();
  const { transferOut } = await s.record(id);
  const lifeMs =
    (transferOut?.codeExpiresAt?.getTime() ?? 0) - (transferOut?.startedAt.getTime() ?? 0);
  assert.equal(Math.round(lifeMs / hour), 336);
  const { data } = s.eventsOf(started, id)[0] ?? {};
  assert.equal(
    (data as { codeExpiresAt: string }).codeExpiresAt,
    transferOut?.codeExpiresAt?.toISOString(),
  );
  await s.advance(14 * day - hour);
  assert.equal((await codeAtRegistry(id)).authCode, code, 'not an hour early');
  await s.advance(2 * hour);
  const { authCode, locked } = await codeAtRegistry(id);
  assert.notEqual(authCode, code);
  assert.equal(locked, true);
  const { statuses } = await s.control('GET', `/registry/domains/${name}`);
  for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock), lock);
  const ended = await s.record(id);
  assert.deepEqual([ended.pendingTransfer, ended.transferOut], ['NONE', null]);
  await s.advance(day);
  const events = s.eventsOf(cancelled, id).map((one) => one.data as { codeExpired: boolean });
  assert.deepEqual(
    events.map(({ codeExpired }) => codeExpired),
    [true],
  );
  expectData(await out(id));
});

test('a request that is pending at the end of the life is neither rejected nor cut off', async () => {
  const { id, name, code } = await open();
  await s.advance(14 * day - 2 * hour);
  await takeover(name, { authCode: code, pending: true });
  await s.advance(3 * hour);
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
  assert.equal(count(cancelled, id), 0);
  await s.advance(6 * day);
  await s.event('domains.domain.transferred-out', ({ domainId }) => domainId === id);
});

test('a request that another registrar withdraws leaves a code that has expired', async () => {
  const { id, name, code } = await open();
  await s.advance(14 * day - 2 * hour);
  await takeover(name, { authCode: code, pending: true });
  await s.advance(3 * hour);
  await s.control('PATCH', `/registry/domains/${name}`, { pendingTransfer: false });
  await s.advance(2 * hour);
  assert.notEqual((await codeAtRegistry(id)).authCode, code);
  assert.equal((await s.record(id)).transferOut, null);
});

test('the owner is notified of a request within ten minutes, once for each', async () => {
  const { id, name, code } = await open();
  await takeover(name, { authCode: code, pending: true });
  await s.advance(10 * minute);
  assert.equal(count(requested, id), 1);
  await s.advance(day + 13 * hour);
  assert.equal(count(requested, id), 1, 'not again with the daily check');
});

test('a code that a former release has mailed ends 14 days after the upgrade', async () => {
  const { id, code } = await open();
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const { codeExpiresAt: _, ...former } = domain.transferOut ?? assert.fail();
    await domains.update(domain, { ...domain, transferOut: former }, tx);
    await tx.unschedule('transfer-out', id);
  });
  await scheduleCodeExpiries();
  await scheduleCodeExpiries();
  await s.advance(14 * day + hour);
  assert.notEqual((await codeAtRegistry(id)).authCode, code);
  assert.equal((await s.record(id)).transferOut, null);
});

test('a code whose job a replica of a former release has dropped ends all the same', async () => {
  const { id, code } = await open();
  await commit((tx) => tx.unschedule('transfer-out', id));
  await scheduleCodeExpiries();
  await s.advance(14 * day - hour);
  assert.equal((await codeAtRegistry(id)).authCode, code);
  await s.advance(2 * hour);
  assert.notEqual((await codeAtRegistry(id)).authCode, code);
});
