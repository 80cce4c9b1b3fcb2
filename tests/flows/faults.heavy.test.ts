/**
 * Loans lived while the outside world fails: each party slow, refusing, hanging up and talking nonsense in turn, for
 * a share of its requests through a whole loan, and altogether for a while. Every loan ends, nothing is lost or doubled.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/service/testing/nats.ts';
import type { Loan } from './kills/live-loan.ts';
import { liveLoan } from './kills/live-loan.ts';
import { doublesOf, endedWell, mailedOnce } from './kills/nothing-doubled.ts';
import { internal, troubles } from './kills/persistent.ts';
import { startManyProcesses } from './world/many-processes.ts';
import { startOneProcess } from './world/one-process.ts';
import type { World } from './world/world.ts';

const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const;
const kinds = ['slow', 'refuse', 'drop', 'nonsense'] as const;
/** The share of a party's requests that goes wrong: larger where a loan makes few of them. */
const shares = { epp: 0.3, dns: 0.5, smtp: 0.5, stripe: 0.8, nowpayments: 0.8 };
const turns = parties.flatMap((party) => kinds.map((kind) => ({ party, kind })));

const outageSeconds = 3;
const atOnce = 8;
const longestMs = 1_200_000;

let world: World;
let number = 0;
const put = (faults: Record<string, unknown>) => world.outside.set({ faults });

/** Lives a loan; meanwhile the business clock goes on by a minute each second, so that what is tried again is soon. */
async function live(many: number, deposit: (place: number) => Parameters<typeof liveLoan>[2]) {
  let over = false;
  const lived = Promise.all(
    Array.from({ length: many }, (_, place) => liveLoan(world, number++, deposit(place))),
  ).finally(() => {
    over = true;
  });
  lived.catch(() => undefined);
  const hurry = async () => {
    while (!over) {
      await pause(1000);
      await world.outside.advance('1m').catch(() => undefined);
    }
  };
  const hurried = hurry();
  const loans = await lived;
  await hurried;
  return loans;
}

async function nothingLostOrDoubled(loans: Loan[]): Promise<number> {
  let mails = 0;
  for (const loan of loans) {
    await endedWell(world, loan);
    assert.deepEqual(await doublesOf(loan), []);
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
    world = await startOneProcess();
  });
  after(() => world?.stop());

  for (const { party, kind } of turns) {
    test(`a loan is lived while ${party} is ${kind} for a share of its requests`, async () => {
      const from = Date.now();
      const before = { ...troubles };
      await put({ [party]: { kind, share: shares[party] } });
      const card = party !== 'nowpayments';
      const loans = await live(1, () => (card ? 'stripe-session' : 'nowpayments-session'));
      const mails = await nothingLostOrDoubled(loans);
      const { [party]: struck } = await world.outside.faults();
      assert.ok(struck > 0, 'the fault was felt');
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
    world = await startManyProcesses();
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
    const loans = await live(atOnce, (place) =>
      place % 2 === 0 ? 'stripe-session' : 'nowpayments-session',
    );
    await nothingLostOrDoubled(loans);
    over = true;
    await failing;
  });
}
