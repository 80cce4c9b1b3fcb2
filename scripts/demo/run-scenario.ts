/** The demo's days, one after the other: the clock is moved, then everything of that day is done, the independent at once. */

import type { Accounts } from './accounts.ts';
import { accountNames, registerAll } from './accounts.ts';
import type { Day } from './days.ts';
import { days, momentOf } from './days.ts';
import { advanceLoan, exchangeMessages } from './loan-steps.ts';
import { loans } from './loans.ts';
import { domains, listings, offers, payments } from './market.ts';
import type { Market } from './market-steps.ts';
import { list, offer, settle } from './market-steps.ts';
import { pay } from './payment-steps.ts';

/** Of two cores one is the database's; more at once only wait for each other. */
const lanes = 5;

export interface ScenarioRun extends Market {
  /** Business time at which day 0 began. */
  begunAt: string;
}

/** Goes on with the first day that is not `done`; `onDay` keeps how many are. */
export async function runScenario(
  life: ScenarioRun,
  done: number,
  onDay: (done: number) => void,
): Promise<void> {
  for (const [place, day] of days.entries()) {
    if (place < done) continue;
    await runScenarioOn(day, life);
    onDay(place + 1);
  }
}

/** One day from its beginning, whatever of it was done before. */
export async function runScenarioOn(day: Day, life: ScenarioRun): Promise<void> {
  await moveTo(life, day);
  await live(life, day);
}

/** Always a move, however small: it answers when every part has run what is due, also after a crash. */
async function moveTo({ sandbox, begunAt }: ScenarioRun, day: Day): Promise<void> {
  const { now } = await sandbox.clock();
  const at = momentOf(day, begunAt);
  await (at > Date.parse(now) ? sandbox.moveTo(new Date(at).toISOString()) : sandbox.advance('1s'));
}

async function live(life: ScenarioRun, day: Day): Promise<void> {
  if (day === 0) await registerAll(life.people);
  await atOnce(payments.filter((row) => row.day === day).map((row) => () => pay(row, life)));
  const stage = { ...life, day, date: (await life.sandbox.clock()).now.slice(0, 10) };
  await atOnce([
    ...loans.map((row) => async () => {
      const milestone = row.upTo[day];
      if (milestone) await advanceLoan(row, milestone, stage);
      const lines = row.says?.[day];
      if (lines) await exchangeMessages(row, lines, stage);
    }),
    ...domains.filter((row) => row.day === day).map((row) => () => settle(row, life)),
    ...listings.filter(([on]) => on === day).map((row) => () => list(row, life)),
  ]);
  await atOnce(
    offers
      .filter((row) => row.day === day)
      .map((row) => () => {
        const listing = listings.find(([, , name]) => name === row.on);
        if (!listing) throw new Error(`${row.on} is not listed`);
        return offer({ ...row, owner: listing[1] }, life);
      }),
  );
  // A day ends when all its notifications have arrived: later ones would have a later date.
  await life.sandbox.advance('1s');
  // Notifications of the last day stay unread.
  if (day !== days.at(-1)) await readAll(life.people);
}

function readAll(people: Accounts): Promise<unknown> {
  return Promise.all(accountNames.map((who) => people[who].post('/notifications', { read: true })));
}

/** Some lanes, each taking the next task when it has done one; the first failure ends them all. */
async function atOnce(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const left = tasks.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const task of left) await task();
    }),
  );
}
