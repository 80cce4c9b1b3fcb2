/** Lending is killed while the clock moves its loans: each move happens once, on every branch that silence takes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { times, today } from '../journeys/silences.ts';
import type { Found, Loan } from '../world/loans.ts';
import { accepted, escrowOf, inCustody, move, posted, signed } from '../world/loans.ts';
import { startManyProcesses } from '../world/many-processes.ts';
import type { World } from '../world/world.ts';
import { get, insist, until } from './retry-call.ts';

const loansOnEach = 4;
const killsAtEach = 2;

interface Branch {
  action: string;
  begin(world: World): Promise<Loan>;
  /** Days after which its moment has come. */
  days: number;
  holds(escrow: Found): boolean;
}

const short = { amount: 500, term: 12, apy: 10 };
const is = (status: string) => (escrow: Found) => escrow.status === status;

/** In the order of their moments. */
const branches: readonly Branch[] = [
  { action: 'CANCEL_UNANSWERED', begin: cancelAsked, days: 3, holds: is('CANCELLED') },
  {
    action: 'DEEM_RECEIVED',
    begin: fullySent,
    days: 5,
    holds: (escrow) => escrow.received_by === 'SILENCE',
  },
  {
    action: 'EXPIRE_SIGNATURE',
    begin: (world) => accepted(world),
    days: 7,
    holds: is('CANCELLED'),
  },
  { action: 'ESCALATE_UNANSWERED', begin: claimed, days: 10, holds: is('ESCALATED') },
  {
    action: 'SEND_NOTICE',
    begin: (world) => posted(world, short),
    days: 12,
    holds: (escrow) => escrow.notice_at !== null,
  },
  { action: 'EXPIRE_TRANSFER', begin: (world) => signed(world), days: 30, holds: is('CANCELLED') },
];

async function cancelAsked(world: World): Promise<Loan> {
  const loan = await inCustody(world);
  await move(loan.borrower, loan, 'cancel');
  return loan;
}

async function fullySent(world: World): Promise<Loan> {
  const loan = await inCustody(world);
  const note = { date: await today(world), method: 'Wire', reference: 'S-1' };
  await move(loan.lender, loan, 'markPaid', note);
  return loan;
}

async function claimed(world: World): Promise<Loan> {
  const loan = await posted(world);
  const claim = { date: await today(world), method: 'Wire', reference: 'R-1' };
  await move(loan.borrower, loan, 'claimRepaid', claim);
  return loan;
}

/** Moves the clock there while lending dies and comes back; a part that is gone asks for the time when it is back. */
async function passWithKills(world: World, at: Date): Promise<void> {
  const there = insist('the clock', () => world.outside.moveTo(at.toISOString())).catch(ignorePast);
  for (let kill = 0; kill < killsAtEach; kill++) {
    await pause(Math.random() * 150);
    await world.kill('lending');
    await world.restart('lending');
  }
  await there;
  await insist('what is left to be run', () => world.outside.advance('1s'));
}

/** A repeated call finds the clock there already. */
function ignorePast(error: unknown): void {
  assert.match(String((error as Error).cause), /forward only/);
}

test('lending dies around every move by the clock: each happens once and is told once', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const world = await startManyProcesses();
  t.after(() => world.stop());
  const loans = new Map<Branch, Loan[]>();
  for (const branch of branches) {
    const begun = Array.from({ length: loansOnEach }, () => branch.begin(world));
    loans.set(branch, await Promise.all(begun));
  }
  const begun = new Date((await world.outside.clock()).now);
  for (const branch of branches) {
    await passWithKills(world, new Date(begun.getTime() + branch.days * 86_400_000 + 60_000));
    for (const loan of loans.get(branch) ?? []) {
      await until(`${branch.action} of ${loan.domain.domain}`, async () =>
        branch.holds(await escrowOf(loan.lender, loan)),
      );
    }
  }
  const doubled: string[] = [];
  let reminders = 0;
  for (const [{ action }, each] of loans) {
    for (const loan of each) {
      assert.equal(await times(loan, action), 1, `${action} of ${loan.domain.domain}`);
      const history: Found[] = await get(loan.lender, `/escrow/${loan.id}/history`);
      const days = history
        .filter((line) => /^REMIND/.test(line.action))
        .map(({ at }) => at.slice(0, 10));
      reminders += days.length;
      if (new Set(days).size < days.length) doubled.push(`${action}: reminded twice on a day`);
      for (const person of [loan.borrower, loan.lender]) {
        const { notifications } = await get(person, '/notifications');
        const bodies: string[] = notifications.map((one: Found) => one.body);
        if (new Set(bodies).size < bodies.length) doubled.push(`${action}: ${bodies.sort()}`);
      }
    }
  }
  const kills = branches.length * killsAtEach;
  console.log(
    `loans ${branches.length * loansOnEach}, moves by the clock ${branches.length * loansOnEach}, ` +
      `reminders ${reminders}, lending killed ${kills} times, doubled ${doubled.length}`,
  );
  assert.deepEqual(doubled, []);
});
