import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findPortError, freePort } from './free-port.ts';

/** Enough of twenty thousand ports that, by the birthday paradox, random choice would repeat some. */
const eachTakes = 1000;
const askers = 3;

test('no port is returned twice, neither within a process nor across two', async () => {
  const script = fileURLToPath(new URL('../../testkit/src/nats/take-ports.ts', import.meta.url));
  const children = Array.from({ length: askers - 1 }, () => fork(script, [String(eachTakes)]));
  try {
    const theirs = Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    const own: number[] = [];
    for (let taken = 0; taken < eachTakes; taken++) own.push(await freePort());
    const all = [...own, ...((await theirs) as number[][]).flat()];
    assert.equal(new Set(all).size, askers * eachTakes);
    for (const port of all) assert.equal(await findPortError(port, '127.0.0.1'), undefined);
  } finally {
    for (const child of children) child.kill();
  }
});
