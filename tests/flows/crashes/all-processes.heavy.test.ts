/**
 * Two hundred loans in flight, no two on the same way, while one process after the other is killed and weeks
 * pass: every loan ends as its way says, nothing is lost or doubled.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import type { World } from '../world/world.ts';
import { faultsOf } from './check-loan-end.ts';
import { LiveLoan } from './loan-driver.ts';
import { internal, troubles } from './retry-call.ts';
import { liveAll } from './run-all-loans.ts';
import { branches } from './scenarios/scenarios.ts';

const loans = 200;
const victims = ['gateway', ...serviceNames, 'mongo', 'nats', 'sandbox'];

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Kills one process at a time and starts it again where it was, until told to stop and each has died once. */
async function killInTurn(
  world: World,
  busy: () => boolean,
  kills: Map<string, number>,
): Promise<void> {
  for (let turn = 0; busy() || turn < victims.length; turn++) {
    const name = victims[turn % victims.length] ?? '';
    await world.kill(name);
    kills.set(name, (kills.get(name) ?? 0) + 1);
    // Down for a moment, up for a moment, on a slow machine too: the world must feel both.
    await pause(200 + Math.random() * 500);
    const downMs = await timeOf(() => world.restart(name));
    await pause(700 + Math.random() * 800 + downMs);
  }
}

test('two hundred loans on two hundred ways survive the death of every process', {
  skip: natsMissing,
  timeout: 1_500_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  const kills = new Map<string, number>();
  const { all, stuck } = await liveAll(world, { loans, make: LiveLoan }, (busy) =>
    killInTurn(world, busy, kills),
  );
  assert.deepEqual([...stuck.values()], []);
  const ways = all.map(({ plan }) => JSON.stringify([plan.way, plan.variety]));
  assert.equal(new Set(ways).size, loans);

  const faults: string[] = [];
  for (const { loan, plan } of all) faults.push(...(await faultsOf(loan, plan)));
  const ledger = await world.checkLedger();
  const killed = [...kills].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`killed -9: ${killed}`);
  console.log(
    `loans ${loans} on ${Object.keys(branches).length} branches; faults ${faults.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `calls broken off ${troubles.broken}, refused for a while ${troubles.refused}, answered 500 ${internal.length}`,
  );
  assert.deepEqual(faults, []);
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internal, [], 'a part that is down is a 503');
  assert.ok(victims.every((name) => (kills.get(name) ?? 0) >= 1));
});
