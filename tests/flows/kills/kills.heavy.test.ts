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
import { branches } from './branches/branches.ts';
import { Calendar } from './calendar.ts';
import { faultsOf } from './ended-well.ts';
import { LiveLoan, newOperator } from './live-loan.ts';
import { internal, onInternal, troubles } from './persistent.ts';
import { plansFor, whatStood } from './plans.ts';

const loans = 200;
const atWork = 12;
const victims = ['gateway', ...serviceNames, 'mongo', 'nats', 'sandbox'];

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Kills one process at a time and starts it again where it was, until told to stop and each has died once. */
async function killInTurn(world: World, busy: () => boolean): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  for (let turn = 0; busy() || turn < victims.length; turn++) {
    const name = victims[turn % victims.length] ?? '';
    await world.kill(name);
    kills.set(name, (kills.get(name) ?? 0) + 1);
    // Down for a moment, up for a moment, on a slow machine too: the world must feel both.
    await pause(200 + Math.random() * 500);
    const downMs = await timeOf(() => world.restart(name));
    await pause(700 + Math.random() * 800 + downMs);
  }
  return kills;
}

test('two hundred loans on two hundred ways survive the death of every process', {
  skip: natsMissing,
  timeout: 1_500_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  onInternal.logged = (requestId) =>
    world.processes
      .flatMap((part) => part.output.split('\n'))
      .filter((line) => line.includes(requestId));
  const operator = await newOperator(world);
  const { now } = await world.outside.clock();
  const calendar = new Calendar(world.outside, new Date(now), atWork);
  const chosen = plansFor(loans);
  assert.equal(new Set(chosen.map((plan) => JSON.stringify([plan.way, plan.variety]))).size, loans);
  const all = chosen.map(
    ({ variety }, number) => new LiveLoan(number, variety, { world, calendar, operator }),
  );
  let open = chosen.length;
  const stuck: string[] = [];
  const running = calendar.run(
    chosen.map(({ way, branch }, number) => () => {
      const loan = all[number] as LiveLoan;
      return branch
        .live(loan)
        .catch((error) => {
          stuck.push(`loan ${number} (${way}): ${whatStood(error)}`);
          console.log(`stuck: ${stuck.at(-1)}`);
        })
        .finally(() => open--);
    }),
  );
  const kills = await killInTurn(world, () => open > 0);
  await running;
  assert.deepEqual(stuck, []);

  const faults: string[] = [];
  for (const [number, plan] of chosen.entries()) {
    faults.push(...(await faultsOf(all[number] as LiveLoan, plan)));
  }
  const ledger = await world.checkLedger();
  const killed = [...kills].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`killed -9: ${killed}`);
  console.log(
    `loans ${chosen.length} on ${Object.keys(branches).length} branches; faults ${faults.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `calls broken off ${troubles.broken}, refused for a while ${troubles.refused}, answered 500 ${internal.length}`,
  );
  assert.deepEqual(faults, []);
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internal, [], 'a part that is down is a 503');
  assert.ok(victims.every((name) => (kills.get(name) ?? 0) >= 1));
});
