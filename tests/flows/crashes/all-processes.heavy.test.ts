/**
 * A loan of each scenario runs while one process after another is killed and weeks of business time pass:
 * every loan ends as its scenario says, and nothing is lost or duplicated.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@nameloan/contracts/platform';
import { natsMissing } from '@nameloan/testkit/nats';
import { startManyProcesses } from '../environment/many-processes.ts';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { findLoanErrors } from './check-loan-end.ts';
import { LoanDriver } from './loan-driver.ts';
import { internalErrors, retryCounts } from './retry-call.ts';
import { runAllLoans } from './run-all-loans.ts';
import { scenarios } from './scenarios/scenarios.ts';

const loans = Object.keys(scenarios).length;
const victims = ['gateway', ...serviceNames, 'mongo', 'nats', 'sandbox'];

async function measureMs(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Kills and restarts one process at a time on its old address, while loans are open and until each was killed once. */
async function crashInTurn(
  environment: TestEnvironment,
  busy: () => boolean,
  crashes: Map<string, number>,
): Promise<void> {
  for (let turn = 0; busy() || turn < victims.length; turn++) {
    const name = victims[turn % victims.length] ?? '';
    await environment.killProcess(name);
    crashes.set(name, (crashes.get(name) ?? 0) + 1);
    // Down for a while and up for a while, also on a slow machine, so that loans meet both.
    await pause(200 + Math.random() * 500);
    const downMs = await measureMs(() => environment.restartProcess(name));
    await pause(700 + Math.random() * 800 + downMs);
  }
}

test('loans of all scenarios survive a crash of every process', {
  skip: natsMissing,
  timeout: 1_500_000,
}, async (t) => {
  const environment = await startManyProcesses();
  t.after(() => environment.stop());
  const crashes = new Map<string, number>();
  const { all, stuck } = await runAllLoans(environment, { loans, make: LoanDriver }, (busy) =>
    crashInTurn(environment, busy, crashes),
  );
  assert.deepEqual([...stuck.values()], []);
  const distinct = all.map(({ plan }) => JSON.stringify([plan.name, plan.variety]));
  assert.equal(new Set(distinct).size, loans);

  const errors: string[] = [];
  for (const { loan, plan } of all) errors.push(...(await findLoanErrors(loan, plan)));
  const ledger = await environment.checkLedger();
  const summary = [...crashes].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`kill -9: ${summary}`);
  console.log(
    `loans ${loans} on ${Object.keys(scenarios).length} scenarios; errors ${errors.length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `calls failed ${retryCounts.failed}, rejected temporarily ${retryCounts.rejected}, status 500 ${internalErrors.length}`,
  );
  assert.deepEqual(errors, []);
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internalErrors, [], 'a service that is down must be a 503');
  assert.ok(victims.every((name) => (crashes.get(name) ?? 0) >= 1));
});
