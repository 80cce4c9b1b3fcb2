/** The end of the wait before a transfer out: races, clocks, crashes and a change of address. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import {
  changingAccounts,
  staleAccounts,
  strictAccounts,
} from '@nameloan/testkit/service/test-service';
import { domains } from '../../domain/domain.model.ts';
import { commit } from '../../service-context.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import { day, expectData, hour, startDomains } from '../../testing/start-domains.ts';
import { started, stopped, transferWaits, waiting } from '../../testing/transfer-waits.ts';
import { processTransferOut } from './process-transfer-out.ts';

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

const { out, cancel, stop, count, codeAtRegistry, valuable, startWaiting } = transferWaits(
  () => s,
  () => ann,
);

test('a stop against the end of the wait: exactly one wins', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await valuable();
    const token = await startWaiting(id);
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      const transferOut = domain.transferOut && { ...domain.transferOut, startsAt: new Date(0) };
      await domains.update(domain, { ...domain, transferOut }, tx);
    });
    const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
    const both = [() => processTransferOut(job), () => stop(token)];
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
    await s.settle();
    const accepted = answers.some((one) => one && 'data' in one && one.data?.stopTransferOut);
    const domain = await s.record(id);
    assert.equal(domain.pendingTransfer, accepted ? 'NONE' : 'OUT');
    assert.deepEqual([count(stopped, id), count(started, id)], accepted ? [1, 0] : [0, 1]);
  }
});

test('eight concurrent requests are one wait with one link', async () => {
  const id = await valuable();
  const answers = await Promise.all(Array.from({ length: 8 }, () => out(id)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  await s.settle();
  assert.equal(count(waiting, id), 1);
});

test('a clock that jumps days beyond the end starts the transfer once', async () => {
  const id = await valuable();
  await startWaiting(id);
  await s.advance(30 * day);
  assert.equal(count(started, id), 1);
});

test('two replicas that end the same wait start one transfer', async () => {
  const id = await valuable();
  await startWaiting(id);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const transferOut = domain.transferOut && { ...domain.transferOut, startsAt: new Date(0) };
    await domains.update(domain, { ...domain, transferOut }, tx);
  });
  const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
  await Promise.all([processTransferOut(job), processTransferOut(job)]);
  await s.settle();
  assert.equal(count(started, id), 1);
});

test('a job that runs early, or again after a crash, starts nothing', async () => {
  const id = await valuable();
  await startWaiting(id);
  const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
  const { startsAt } = (await s.record(id)).transferOut ?? {};
  assert.deepEqual(await processTransferOut(job), { runAgainAt: startsAt });
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
});

test('while the address changes, a wait goes on: the code would be mailed to the new one', async () => {
  const id = await valuable();
  await startWaiting(id);
  changingAccounts.add(ann);
  await s.advance(23 * hour);
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
  assert.equal(count(started, id), 0);
  assert.equal((await out(id)).reason, 'EMAIL_CHANGING', 'a new one is rejected');
  changingAccounts.delete(ann);
  const domain = await s.record(id);
  await commit(async (tx) => {
    const transferOut = domain.transferOut && { ...domain.transferOut, startsAt: new Date(0) };
    await tx.schedule({ kind: 'transfer-out', key: id });
    await domains.update(await domains.get(id, tx), { ...domain, transferOut }, tx);
  });
  await s.settle();
  assert.equal(count(started, id), 1);
});

test('a registrar that requests the domain during the wait is rejected, and its loss is a loss', async () => {
  const id = await valuable();
  const { name } = await s.record(id);
  await startWaiting(id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(60_000);
  await s.settle();
  assert.equal((await codeAtRegistry(id)).locked, true);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, {});
  await s.event('domains.domain.custody-lost', ({ domainId }) => domainId === id);
  assert.equal((await s.record(id)).endReason, 'CUSTODY_LOST');
});

test('a wait needs a fresh session; its cancellation and its stop do not', async () => {
  const id = await valuable();
  staleAccounts.add(ann);
  assert.equal((await out(id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(ann);
  await startWaiting(id);
  staleAccounts.add(ann);
  expectData(await cancel(id));
  staleAccounts.delete(ann);
});
