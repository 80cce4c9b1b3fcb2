/** Thirty loans in flight while one process after the other is killed: every loan ends, nothing is lost or doubled. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import type { World } from '../world/world.ts';
import { liveLoan } from './live-loan.ts';
import { doublesOf, endedWell } from './nothing-doubled.ts';
import { internal, onInternal, troubles } from './persistent.ts';

const loans = 30;
const victims = ['gateway', ...serviceNames, 'mongo', 'nats', 'sandbox'];

/** Kills one process at a time and starts it again where it was, until told to stop and each has died once. */
async function killInTurn(world: World, busy: () => boolean): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  for (let turn = 0; busy() || turn < victims.length; turn++) {
    const name = victims[turn % victims.length] ?? '';
    await world.kill(name);
    kills.set(name, (kills.get(name) ?? 0) + 1);
    // Down for a moment, up for a moment: the world must feel both.
    await pause(200 + Math.random() * 500);
    await world.restart(name);
    await pause(700 + Math.random() * 800);
  }
  return kills;
}

test('thirty loans in flight survive the death of every process', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  onInternal.logged = (requestId) =>
    world.processes
      .flatMap((part) => part.output.split('\n'))
      .filter((line) => line.includes(requestId));
  let open = loans;
  const running = Promise.all(
    Array.from({ length: loans }, async (_, number) => {
      await pause(number * 300);
      return liveLoan(world, number).finally(() => open--);
    }),
  );
  running.catch(() => undefined);
  const kills = await killInTurn(world, () => open > 0);
  const ended = await running;

  const doubled: string[] = [];
  for (const loan of ended) {
    await endedWell(world, loan);
    doubled.push(...(await doublesOf(loan)));
  }
  const ledger = await world.checkLedger();
  const killed = [...kills].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`killed -9: ${killed}`);
  console.log(
    `loans ended ${ended.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `doubled ${doubled.length}; ` +
      `calls broken off ${troubles.broken}, refused for a while ${troubles.refused}, answered 500 ${internal.length}`,
  );
  assert.deepEqual(doubled, []);
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internal, [], 'a part that is down is a 503');
  assert.ok(victims.every((name) => (kills.get(name) ?? 0) >= 1));
});
