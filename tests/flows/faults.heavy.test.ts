/**
 * Loans lived while the outside world fails: each party slow, refusing, hanging up and talking nonsense in turn, for
 * a share of its requests through a whole loan, and altogether for a while. Every loan ends, nothing is lost or doubled.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import { Calendar } from './crashes/calendar.ts';
import type { Plan } from './crashes/check-loan-end.ts';
import { faultsOf, mailedOnce } from './crashes/check-loan-end.ts';
import type { Variety } from './crashes/loan-driver.ts';
import { LiveLoan, newOperator } from './crashes/loan-driver.ts';
import { internal, troubles } from './crashes/retry-call.ts';
import { branches } from './crashes/scenarios/scenarios.ts';
import { startManyProcesses } from './world/many-processes.ts';
import { startOneProcess } from './world/one-process.ts';
import type { World } from './world/world.ts';

const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const;
const kinds = ['slow', 'refuse', 'drop', 'nonsense'] as const;
/** The share of a party's requests that goes wrong. */
const shares = { epp: 0.3, dns: 0.5, smtp: 0.5, stripe: 0.5, nowpayments: 0.5 };
/** A loan makes few calls to some parties, so that a share of them may be none: then another one is lived. */
const mostLoans = 6;
const turns = parties.flatMap((party) => kinds.map((kind) => ({ party, kind })));

const outageSeconds = 3;
const atOnce = 8;
const longestMs = 1_200_000;

/** Ways on which no loan waits for a day. */
const ways = [
  'transferred at the second try',
  'surrendered',
  'cancelled by the lender in custody',
] as const;

interface Lived {
  loan: LiveLoan;
  plan: Plan;
}

let world: World;
let stage: ConstructorParameters<typeof LiveLoan>[2];
let number = 0;

async function begin(running: World): Promise<void> {
  world = running;
  const { now } = await world.outside.clock();
  const calendar = new Calendar(world.outside, new Date(now), atOnce);
  stage = { world, calendar, operator: await newOperator(world) };
}

const put = (faults: Record<string, unknown>) => world.outside.set({ faults });

/** The next loan, on the next way. */
async function liveOne(depositBy: Variety['depositBy']): Promise<Lived> {
  const way = ways[number % ways.length] ?? 'surrendered';
  const branch = branches[way] as Plan['branch'];
  const variety = { custodyFirst: false, kind: 0, lenderSignsFirst: false, depositBy } as const;
  const loan = new LiveLoan(number++, variety, stage);
  await branch.live(loan);
  return { loan, plan: { way, branch, variety } };
}

/** Meanwhile the business clock goes on by a minute each second, so that what is tried again is soon. */
async function hurried<R>(work: Promise<R>): Promise<R> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  while (!over) {
    await pause(1000);
    await world.outside.advance('1m').catch(() => undefined);
  }
  return done;
}

const live = (many: number, depositBy: (place: number) => Variety['depositBy']) =>
  hurried(Promise.all(Array.from({ length: many }, (_, place) => liveOne(depositBy(place)))));

/** Resolves to how many mails there were. */
const nothingLostOrDoubled = (lived: Lived[]) => hurried(findNothingLostOrDoubled(lived));

async function findNothingLostOrDoubled(lived: Lived[]): Promise<number> {
  let mails = 0;
  for (const { loan, plan } of lived) {
    assert.deepEqual(await faultsOf(loan, plan), []);
    for (const person of [loan.borrower, loan.lender]) mails += await mailedOnce(world, person);
  }
  const ledger = await world.checkLedger();
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internal.splice(0), [], 'a party that fails is never a 500');
  return mails;
}

describe('a failing outside world, one process', { timeout: longestMs }, () => {
  before(async () => {
    await begin(await startOneProcess());
  });
  after(() => world?.stop());

  for (const { party, kind } of turns) {
    test(`a loan is lived while ${party} is ${kind} for a share of its requests`, async () => {
      const from = Date.now();
      const before = { ...troubles };
      await put({ [party]: { kind, share: shares[party] } });
      const card = party !== 'nowpayments';
      const loans: Lived[] = [];
      let struck = 0;
      while (struck === 0 && loans.length < mostLoans) {
        loans.push(...(await live(1, () => (card ? 'stripe-session' : 'nowpayments-session'))));
        struck = (await world.outside.faults())[party] ?? 0;
      }
      assert.ok(struck > 0, 'the fault was felt');
      const mails = await nothingLostOrDoubled(loans);
      await put({});
      const seconds = Math.round((Date.now() - from) / 1000);
      console.log(
        `${party} ${kind}: ${seconds} s, requests gone wrong ${struck}, ${mails} mails, calls refused for a while ${troubles.refused - before.refused}`,
      );
    });
  }

  outages();
});

describe('a failing outside world, many processes', {
  timeout: longestMs,
  skip: natsMissing,
}, () => {
  before(async () => {
    await begin(await startManyProcesses());
  });
  after(() => world?.stop());

  outages();
});

function outages(): void {
  test('eight loans are lived while each party in turn fails altogether for a while', async () => {
    let over = false;
    const outages = async () => {
      for (let turn = 0; !over; turn += 1) {
        const { party, kind } = turns[(turn * 7) % turns.length] ?? { party: 'epp', kind: 'drop' };
        await put({ [party]: { kind, forSeconds: outageSeconds } });
        await pause(outageSeconds * 1000);
      }
    };
    const failing = outages();
    try {
      const loans = await live(atOnce, (place) =>
        place % 2 === 0 ? 'stripe-session' : 'nowpayments-session',
      );
      await nothingLostOrDoubled(loans);
    } finally {
      over = true;
      await failing;
    }
  });
}
