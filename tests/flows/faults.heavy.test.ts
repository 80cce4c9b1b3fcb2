/**
 * Runs loans while external systems fail: all of them are slow, refuse connections, drop them or send garbage for a share
 * of their requests during whole loans, and each one in turn for all requests for a while. Every loan ends, and nothing
 * is lost or duplicated.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Calendar } from './crashes/calendar.ts';
import type { Plan } from './crashes/check-loan-end.ts';
import { checkMailedOnce, findLoanErrors } from './crashes/check-loan-end.ts';
import type { Variety } from './crashes/loan-driver.ts';
import { createOperator, LoanDriver } from './crashes/loan-driver.ts';
import { internalErrors, retryCounts } from './crashes/retry-call.ts';
import { scenarios } from './crashes/scenarios/scenarios.ts';
import { startOneProcess } from './environment/one-process.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

const parties = ['epp', 'dns', 'smtp', 'stripe', 'nowpayments'] as const;
const kinds = ['slow', 'refuse', 'drop', 'nonsense'] as const;
/** The share of a system's requests that fails. */
const shares = { epp: 0.3, dns: 0.5, smtp: 0.5, stripe: 0.5, nowpayments: 0.5 };
/** A loan makes few requests to some systems, so a share of them may be none: then more loans run, up to this often. */
const maxRounds = 6;
/** One loan for each payment provider. */
const providers = ['stripe-session', 'nowpayments-session'] as const;
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

describe('failing external systems', { timeout: timeoutMs }, () => {
  before(async () => {
    await setUp(await startOneProcess());
  });
  after(() => environment?.stop());

  for (const kind of kinds) {
    test(`loans run through while every external system fails (${kind}) for a share of its requests`, async () => {
      const from = Date.now();
      const before = { ...retryCounts };
      const faults = parties.map((party) => [party, { kind, share: shares[party] }]);
      await setFaults(Object.fromEntries(faults));
      const loans: LoanRun[] = [];
      let counts: Record<string, number> = {};
      const findUnaffected = () => parties.filter((party) => !counts[party]);
      for (let round = 0; findUnaffected().length > 0 && round < maxRounds; round++) {
        loans.push(...(await runLoans(providers.length, (index) => providers[index % 2 ? 1 : 0])));
        counts = await environment.sandbox.readFaults();
      }
      assert.deepEqual(findUnaffected(), [], 'each fault had an effect');
      const mails = await assertCorrectEnds(loans);
      await setFaults({});
      const seconds = Math.round((Date.now() - from) / 1000);
      console.log(
        `${kind}: ${seconds} s, ${loans.length} loans, failed requests ${JSON.stringify(counts)}, ${mails} mails, calls rejected temporarily ${retryCounts.rejected - before.rejected}`,
      );
    });
  }

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
});
