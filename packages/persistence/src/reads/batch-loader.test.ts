import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BatchLoader } from './batch-loader.ts';

interface Row {
  version: number;
}

interface PendingRead {
  ids: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

/** A store that answers on demand with the state at the time of the read. */
function openStore() {
  const requested: PendingRead[] = [];
  const versions = new Map<string, number>();
  const reads = new BatchLoader<Row, undefined>((ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, Row>>();
    // The state at the read, whatever is written before the response arrives.
    const there = ids.flatMap((id) => {
      const version = versions.get(id);
      return version === undefined ? [] : [[id, { version }] as const];
    });
    requested.push({ ids, answer: () => resolve(new Map(there)), fail: reject });
    return promise;
  });
  return { requested, versions, reads };
}

test('ids of one turn share one read without duplicates, and each caller gets its records', async () => {
  const { requested, versions, reads } = openStore();
  versions.set('a', 1).set('b', 2).set('c', 3);
  const both = reads.read(['a', 'b'], undefined);
  const one = reads.one('b', undefined);
  const none = reads.read(['x'], undefined);
  await turn();
  assert.deepEqual(
    requested.map(({ ids }) => ids),
    [['a', 'b', 'x']],
  );
  requested[0]?.answer();
  assert.deepEqual([...(await both).keys()], ['a', 'b']);
  assert.equal((await one)?.version, 2);
  assert.equal((await none).size, 0);
});

test('a call during a read is served by the next read, with the state at that time', async () => {
  const { requested, versions, reads } = openStore();
  versions.set('a', 1);
  const before = reads.one('a', undefined);
  await turn();
  versions.set('a', 2);
  const after = reads.one('a', undefined);
  const beside = reads.one('b', undefined);
  await turn();
  assert.equal(requested.length, 1);
  requested[0]?.answer();
  assert.equal((await before)?.version, 1);
  await turn();
  assert.deepEqual(requested[1]?.ids, ['a', 'b']);
  requested[1]?.answer();
  assert.equal((await after)?.version, 2);
  assert.equal(await beside, undefined);
});

test('a read that hangs does not block others', async () => {
  const { requested, reads } = openStore();
  const hanging = reads.one('a', undefined);
  await turn();
  const next = reads.one('b', undefined);
  while (requested.length < 2) await turn();
  requested[1]?.answer();
  assert.equal(await next, undefined);
  requested[0]?.answer();
  assert.equal(await hanging, undefined);
});

test('an error reaches the callers of the shared read and no others', async () => {
  const { requested, versions, reads } = openStore();
  versions.set('b', 1);
  const mine = reads.one('a', undefined);
  await turn();
  const next = reads.one('b', undefined);
  requested[0]?.fail(new Error('away'));
  await assert.rejects(mine, /away/);
  while (requested.length < 2) await turn();
  requested[1]?.answer();
  assert.equal((await next)?.version, 1);
});

test('at most 500 ids go in one read, and none is lost', async () => {
  const { requested, versions, reads } = openStore();
  const ids = Array.from({ length: 1200 }, (_, at) => `id-${at}`);
  for (const id of ids) versions.set(id, 1);
  const all = reads.read(ids, undefined);
  const more = reads.read(ids.slice(0, 400), undefined);
  for (let answered = 0; answered < 4; ) {
    for (const one of requested.slice(answered)) one.answer();
    answered = requested.length;
    await turn();
  }
  assert.deepEqual(
    requested.map((one) => one.ids.length),
    [500, 500, 200, 400],
  );
  assert.deepEqual([...(await all).keys()], ids);
  assert.equal((await more).size, 400);
});
