/** Thirty loans in flight while one process after the other is killed: every loan ends, nothing is lost or doubled. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import type { World } from '../world/world.ts';
import type { Ending, Loan } from './live-loan.ts';
import { liveLoan } from './live-loan.ts';
import { get, internal, onInternal, post, troubles, until } from './persistent.ts';

const loans = 30;
const victims = ['gateway', ...serviceNames, 'mongo', 'nats', 'sandbox'];
const statusOf: Record<Ending, string> = {
  REPAID: 'FINALIZED_RETURN_TO_BORROWER',
  SURRENDERED: 'FINALIZED_LENDER_SEIZURE',
  CANCELLED: 'CANCELLED',
};

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type Found = any;

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

/** Who has the domain in the list: exactly one of the two, and the one that the ending says. */
async function holderOf(loan: Loan): Promise<string> {
  const has = async (person: Loan['borrower']) =>
    (await get(person, '/domains?limit=100')).domains.some(
      (one: Found) => one.domain === loan.name && one.status === 'CUSTODY_PAID',
    );
  const [borrower, lender] = [await has(loan.borrower), await has(loan.lender)];
  return borrower && lender ? 'both' : borrower ? 'borrower' : lender ? 'lender' : 'nobody';
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

  for (const loan of ended) assert.equal(loan.status, statusOf[loan.ending], `loan ${loan.number}`);
  for (const loan of ended) {
    const rightful = loan.ending === 'SURRENDERED' ? 'lender' : 'borrower';
    await until(
      `${loan.name} in the hands of the ${rightful}`,
      async () => (await holderOf(loan)) === rightful,
    );
    assert.equal((await world.outside.registered(loan.name)).registrar, 'Nameloan', loan.name);
  }
  const doubled: string[] = [];
  let fees = 0;
  for (const loan of ended) {
    const escrows = (await post(loan.borrower, '/escrow/borrower', { limit: 100 })).body.escrows;
    if (escrows.length !== 1) doubled.push(`loan ${loan.number}: ${escrows.length} escrows`);
    await until('the fee is charged', async () => (await feesOf(loan)).length === 1);
    fees += (await feesOf(loan)).length;
    const told = (await get(loan.lender, '/notifications')).notifications.map(
      (one: Found) => one.body,
    );
    const twice = told.filter((body: string, place: number) => told.indexOf(body) !== place);
    if (twice.length > 0) doubled.push(`loan ${loan.number}: told twice: ${twice[0]}`);
    const history = await get(loan.borrower, `/escrow/${loan.escrowId}/history`);
    const arrivals = history.filter(
      (one: Found) => /custody/i.test(one.action) && one.to === 'DOMAIN_IN_CUSTODY',
    );
    if (arrivals.length > 1) doubled.push(`loan ${loan.number}: arrived ${arrivals.length} times`);
  }
  const ledger = await world.checkLedger();
  const killed = [...kills].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`killed -9: ${killed}`);
  console.log(
    `loans ${ended.length}, ended ${ended.filter((one) => one.status === statusOf[one.ending]).length}; ` +
      `ledger ${ledger.entries} entries, sum ${ledger.sumCents}, mismatches ${ledger.mismatches.length}; ` +
      `transfer fees charged ${fees}; doubled ${doubled.length}; ` +
      `calls broken off ${troubles.broken}, refused for a while ${troubles.refused}, answered 500 ${internal.length}`,
  );
  assert.deepEqual(doubled, []);
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internal, [], 'a part that is down is a 503');
  assert.ok(victims.every((name) => (kills.get(name) ?? 0) >= 1));
});

async function feesOf(loan: Loan): Promise<Found[]> {
  const { transactions } = await get(loan.borrower, '/transactions?limit=100');
  return transactions.filter((one: Found) => one.type === 'Transfer fee' && one.status === 'DONE');
}
