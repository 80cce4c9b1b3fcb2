/** Runs the days of the demo in order: advances the clock, then runs the steps of the day, independent ones concurrently. */

import type { Accounts } from './accounts.ts';
import { accountNames, saveProfiles } from './accounts.ts';
import type { Day } from './days.ts';
import { days, startOfDay } from './days.ts';
import { advanceLoan, exchangeMessages } from './loan-steps.ts';
import { loans } from './loans.ts';
import { domains, listings, offers, payments } from './market.ts';
import type { Market } from './market-steps.ts';
import { advanceDomain, ensureListing, runOffer } from './market-steps.ts';
import { pay } from './payment-steps.ts';

/** On two cores the database uses one; more concurrent steps only wait for each other. */
const concurrency = 5;

export interface ScenarioRun extends Market {
  /** Business time at which day 0 began. */
  begunAt: string;
}

/** Continues with the first day that is not done; `onDay` saves the number of finished days. */
export async function runScenario(
  run: ScenarioRun,
  done: number,
  onDay: (done: number) => void,
): Promise<void> {
  for (const [index, day] of days.entries()) {
    if (index < done) continue;
    await runScenarioDay(day, run);
    onDay(index + 1);
  }
}

/** Runs one day; steps that were done before a crash are not repeated. */
export async function runScenarioDay(day: Day, run: ScenarioRun): Promise<void> {
  await moveTo(run, day);
  await runDay(run, day);
}

/** Always advances the clock, because the call returns only after all services have run their due jobs. */
async function moveTo({ sandbox, begunAt }: ScenarioRun, day: Day): Promise<void> {
  const { now } = await sandbox.readClock();
  const at = startOfDay(day, begunAt);
  await (at > Date.parse(now)
    ? sandbox.moveClockTo(new Date(at).toISOString())
    : sandbox.advanceClock('1s'));
}

async function runDay(run: ScenarioRun, day: Day): Promise<void> {
  if (day === days[0]) await saveProfiles(run.accounts);
  await runConcurrently(
    payments.filter((row) => row.day === day).map((row) => () => pay(row, run)),
  );
  const context = { ...run, day, date: (await run.sandbox.readClock()).now.slice(0, 10) };
  await runConcurrently([
    ...loans.map((row) => async () => {
      const milestone = row.upTo[day];
      if (milestone) await advanceLoan(row, milestone, context);
      const lines = row.says?.[day];
      if (lines) await exchangeMessages(row, lines, context);
    }),
    ...domains.filter((row) => row.day === day).map((row) => () => advanceDomain(row, run)),
    ...listings.filter(([on]) => on === day).map((row) => () => ensureListing(row, run)),
  ]);
  await runConcurrently(
    offers
      .filter((row) => row.day === day)
      .map((row) => () => {
        const listing = listings.find(([, , name]) => name === row.on);
        if (!listing) throw new Error(`${row.on} is not listed`);
        return runOffer({ ...row, owner: listing[1] }, run);
      }),
  );
  // A day ends when all its notifications have been created: later ones would have a later date.
  await run.sandbox.advanceClock('1s');
  // Notifications of the last day stay unread.
  if (day !== days.at(-1)) await markAllRead(run.accounts);
}

function markAllRead(accounts: Accounts): Promise<unknown> {
  return Promise.all(
    accountNames.map((account) => accounts[account].post('/notifications', { read: true })),
  );
}

/** Runs tasks concurrently; the first failure ends them all. */
async function runConcurrently(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const remaining = tasks.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of remaining) await task();
    }),
  );
}
