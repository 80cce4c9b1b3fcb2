/**
 * Runs loans while external systems fail: each one in turn is slow, refuses connections, drops them or sends garbage,
 * for a share of its requests during a whole loan, and for all requests for a while. Every loan ends, and nothing is
 * lost or duplicated.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { natsMissing } from '@nameloan/testkit/nats';
import { Calendar } from './crashes/calendar.ts';
import type { Plan } from './crashes/check-loan-end.ts';
import { checkMailedOnce, findLoanErrors } from './crashes/check-loan-end.ts';
import type { Variety } from './crashes/loan-driver.ts';
import { createOperator, LoanDriver } from './crashes/loan-driver.ts';
import { internalErrors, retryCounts } from './crashes/retry-call.ts';
import { scenarios } from './crashes/scenarios/scenarios.ts';
import { startManyProcesses } from './environment/many-processes.ts';
import { startOneProcess } from './environment/one-process.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const;
const kinds = ['slow', 'refuse', 'drop', 'nonsense'] as const;
/** The share of a system's requests that fails. */
const shares = { epp: 0.3, dns: 0.5, smtp: 0.5, stripe: 0.5, nowpayments: 0.5 };
/** A loan makes few requests to some systems, so a share of them may be none: then another loan runs, up to this many. */
const maxLoans = 6;
const faultCases = parties.flatMap((party) => kinds.map((kind) => ({ party, kind })));

const outageSeconds = 3;
const concurrency = 8;
const timeoutMs = 1_200_000;

/** Scenarios that do not wait for a later day. */
const scenarioNames = [
  'transferred at the second attempt',
  'surrendered',
  'cancelled by the lender in custody',
] as const;

interface LoanRun {
  loan: LoanDriver;
  plan: Plan;
}

let environment: TestEnvironment;
let driverContext: ConstructorParameters<typeof LoanDriver>[2];
let number = 0;

async function setUp(running: TestEnvironment): Promise<void> {
  environment = running;
  const { now } = await environment.sandbox.readClock();
  const calendar = new Calendar(environment.sandbox, new Date(now), concurrency);
  driverContext = { environment, calendar, operator: await createOperator(environment) };
}

const setFaults = (faults: Record<string, unknown>) =>
  environment.sandbox.updateSettings({ faults });

/** Runs the next loan through the next scenario. */
async function runOne(depositBy: Variety['depositBy']): Promise<LoanRun> {
  const name = scenarioNames[number % scenarioNames.length] ?? 'surrendered';
  const scenario = scenarios[name] as Plan['scenario'];
  const variety = { custodyFirst: false, kind: 0, lenderSignsFirst: false, depositBy } as const;
  const loan = new LoanDriver(number++, variety, driverContext);
  await scenario.run(loan);
  return { loan, plan: { name, scenario, variety } };
}

/** Advances the business clock by a minute each second until `work` is done, so that retries are due soon. */
async function runWithFastClock<R>(work: Promise<R>): Promise<R> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  while (!over) {
    await pause(1000);
    await environment.sandbox.advanceClock('1m').catch(() => undefined);
  }
  return done;
}

const runLoans = (count: number, depositBy: (index: number) => Variety['depositBy']) =>
  runWithFastClock(
    Promise.all(Array.from({ length: count }, (_, index) => runOne(depositBy(index)))),
  );

/** Asserts that nothing is lost or duplicated; resolves to the number of mails. */
const assertCorrectEnds = (runs: LoanRun[]) => runWithFastClock(checkEnds(runs));

async function checkEnds(runs: LoanRun[]): Promise<number> {
  let mails = 0;
  for (const { loan, plan } of runs) {
    assert.deepEqual(await findLoanErrors(loan, plan), []);
    for (const person of [loan.borrower, loan.lender])
      mails += await checkMailedOnce(environment, person);
  }
  const ledger = await environment.checkLedger();
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
  assert.deepEqual(internalErrors.splice(0), [], 'an external failure must not be a 500');
  return mails;
}

describe('failing external systems, one process', { timeout: timeoutMs }, () => {
  before(async () => {
    await setUp(await startOneProcess());
  });
  after(() => environment?.stop());

  for (const { party, kind } of faultCases) {
    test(`a loan runs through while ${party} fails (${kind}) for a share of its requests`, async () => {
      const from = Date.now();
      const before = { ...retryCounts };
      await setFaults({ [party]: { kind, share: shares[party] } });
      const card = party !== 'nowpayments';
      const loans: LoanRun[] = [];
      let failedRequests = 0;
      while (failedRequests === 0 && loans.length < maxLoans) {
        loans.push(...(await runLoans(1, () => (card ? 'stripe-session' : 'nowpayments-session'))));
        failedRequests = (await environment.sandbox.readFaults())[party] ?? 0;
      }
      assert.ok(failedRequests > 0, 'the fault had an effect');
      const mails = await assertCorrectEnds(loans);
      await setFaults({});
      const seconds = Math.round((Date.now() - from) / 1000);
      console.log(
        `${party} ${kind}: ${seconds} s, failed requests ${failedRequests}, ${mails} mails, calls rejected temporarily ${retryCounts.rejected - before.rejected}`,
      );
    });
  }

  outages();
});

describe('failing external systems, many processes', {
  timeout: timeoutMs,
  skip: natsMissing,
}, () => {
  before(async () => {
    await setUp(await startManyProcesses());
  });
  after(() => environment?.stop());

  outages();
});

function outages(): void {
  test('eight loans run through while each external system in turn fails completely for a while', async () => {
    let over = false;
    const outages = async () => {
      for (let turn = 0; !over; turn += 1) {
        const { party, kind } = faultCases[(turn * 7) % faultCases.length] ?? {
          party: 'epp',
          kind: 'drop',
        };
        await setFaults({ [party]: { kind, forSeconds: outageSeconds } });
        await pause(outageSeconds * 1000);
      }
    };
    const failing = outages();
    try {
      const loans = await runLoans(concurrency, (index) =>
        index % 2 === 0 ? 'stripe-session' : 'nowpayments-session',
      );
      await assertCorrectEnds(loans);
    } finally {
      over = true;
      await failing;
    }
  });
}
