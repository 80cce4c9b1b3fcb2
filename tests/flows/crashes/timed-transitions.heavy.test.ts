/** Lending crashes around timed transitions: each transition that a deadline triggers happens exactly once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/testkit/nats';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createLoanInCustody,
  createPostedLoan,
  createSignedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { startSharedProcesses } from '../environment/shared-processes.ts';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { times, today } from '../journeys/missed-deadlines.ts';
import { get, retry, waitUntil } from './retry-call.ts';

const loansPerTransition = 2;
const crashesPerTransition = 2;

interface TimedTransition {
  action: string;
  begin(environment: TestEnvironment): Promise<Loan>;
  /** Days until it is due. */
  days: number;
  holds(escrow: RestObject): boolean;
}

const short = { amount: 500, term: 12, apy: 10 };
const fortnightly = { amount: 500, apy: 10, plan: 'INSTALMENTS', period: '14D', instalments: 3 };
const is = (status: string) => (escrow: RestObject) => escrow.status === status;

/** Ordered by due day. */
const transitions: readonly TimedTransition[] = [
  { action: 'CANCEL_UNANSWERED', begin: requestCancellation, days: 3, holds: is('CANCELLED') },
  {
    action: 'DEEM_RECEIVED',
    begin: sendMoney,
    days: 5,
    holds: (escrow) => escrow.received_by === 'SILENCE',
  },
  {
    action: 'EXPIRE_SIGNATURE',
    begin: (environment) => createAcceptedLoan(environment),
    days: 7,
    holds: is('CANCELLED'),
  },
  { action: 'ESCALATE_UNANSWERED', begin: claimRepayment, days: 10, holds: is('ESCALATED') },
  {
    action: 'SEND_NOTICE',
    begin: (environment) => createPostedLoan(environment, short),
    days: 12,
    holds: (escrow) => escrow.notice_at !== null,
  },
  {
    action: 'SEND_NOTICE',
    begin: (environment) => createPostedLoan(environment, fortnightly),
    days: 14,
    holds: (escrow) => escrow.notice_at !== null && escrow.stage === 'IN_GRACE',
  },
  {
    action: 'EXPIRE_TRANSFER',
    begin: (environment) => createSignedLoan(environment),
    days: 30,
    holds: is('CANCELLED'),
  },
];

async function requestCancellation(environment: TestEnvironment): Promise<Loan> {
  const loan = await createLoanInCustody(environment);
  await performAction(loan.borrower, loan, 'cancel');
  return loan;
}

async function sendMoney(environment: TestEnvironment): Promise<Loan> {
  const loan = await createLoanInCustody(environment);
  const note = { date: await today(environment), method: 'Wire', reference: 'S-1' };
  await performAction(loan.lender, loan, 'markPaid', note);
  return loan;
}

async function claimRepayment(environment: TestEnvironment): Promise<Loan> {
  const loan = await createPostedLoan(environment);
  const claim = { date: await today(environment), method: 'Wire', reference: 'R-1' };
  await performAction(loan.borrower, loan, 'claimRepaid', claim);
  return loan;
}

/** Moves the clock while lending crashes and restarts; a service that was down reads the time when it starts again. */
async function moveClockWithCrashes(environment: TestEnvironment, at: Date): Promise<void> {
  const moved = retry('the clock', () => environment.sandbox.moveClockTo(at.toISOString())).catch(
    ignorePast,
  );
  for (let crash = 0; crash < crashesPerTransition; crash++) {
    await pause(Math.random() * 150);
    await environment.killProcess('lending');
    await environment.restartProcess('lending');
  }
  await moved;
  await retry('the remaining jobs', () => environment.sandbox.advanceClock('1s'));
}

/** A repeated call finds the clock already moved. */
function ignorePast(error: unknown): void {
  assert.match(String((error as Error).cause), /only moves forward/);
}

test('lending crashes around every timed transition: each happens once and is notified once', {
  skip: natsMissing,
  timeout: 600_000,
}, async (t) => {
  const { environment, stop } = await startSharedProcesses();
  t.after(stop);
  const loans = new Map<TimedTransition, Loan[]>();
  for (const transition of transitions) {
    const started = Array.from({ length: loansPerTransition }, () => transition.begin(environment));
    loans.set(transition, await Promise.all(started));
  }
  const startedAt = new Date((await environment.sandbox.readClock()).now);
  for (const transition of transitions) {
    await moveClockWithCrashes(
      environment,
      new Date(startedAt.getTime() + transition.days * 86_400_000 + 60_000),
    );
    for (const loan of loans.get(transition) ?? []) {
      await waitUntil(`${transition.action} of ${loan.domain.domain}`, async () =>
        transition.holds(await getEscrow(loan.lender, loan)),
      );
    }
  }
  const duplicates: string[] = [];
  let reminders = 0;
  for (const [{ action }, each] of loans) {
    for (const loan of each) {
      assert.equal(await times(loan, action), 1, `${action} of ${loan.domain.domain}`);
      const history: RestObject[] = await get(loan.lender, `/escrow/${loan.id}/history`);
      const days = history
        .filter((entry) => /^REMIND/.test(entry.action))
        .map(({ at }) => at.slice(0, 10));
      reminders += days.length;
      if (new Set(days).size < days.length) duplicates.push(`${action}: reminded twice on a day`);
      for (const person of [loan.borrower, loan.lender]) {
        const { notifications } = await get(person, '/notifications');
        const bodies: string[] = notifications.map((one: RestObject) => one.body);
        if (new Set(bodies).size < bodies.length) duplicates.push(`${action}: ${bodies.sort()}`);
      }
    }
  }
  const crashes = transitions.length * crashesPerTransition;
  console.log(
    `loans ${transitions.length * loansPerTransition}, timed transitions ${transitions.length * loansPerTransition}, ` +
      `reminders ${reminders}, lending killed ${crashes} times, duplicates ${duplicates.length}`,
  );
  assert.deepEqual(duplicates, []);
});
