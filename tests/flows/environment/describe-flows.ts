/** Runs journeys on a product that is started in one way; the journeys of one call share the product. */

import { after, before, describe } from 'node:test';
import type { Journey } from '../journeys.ts';
import type { RestObject } from './loans.ts';
import type { GetEnvironment, TestEnvironment } from './test-environment.ts';

/** Journeys mostly wait for services, so a few run concurrently. */
const concurrency = 4;
const maxRunMs = 900_000;
const maxSettleMs = 180_000;

/**
 * The sandbox responds 20 s after a change of its clock at the latest, even if jobs are still due; journeys expect that all
 * have run.
 */
function waitForJobsOnAdvance(sandbox: TestEnvironment['sandbox']): void {
  const { advanceClock, moveClockTo } = sandbox;
  const waitForJobs = async (first: RestObject) => {
    let report = first;
    for (const untilMs = Date.now() + maxSettleMs; !report.quiet && Date.now() < untilMs; ) {
      console.log(`jobs are still due ${report.rounds} rounds after the clock was advanced`);
      report = await advanceClock('1s');
    }
    if (!report.quiet) throw new Error('jobs were still due after the clock was advanced');
    return report;
  };
  sandbox.advanceClock = async (by) => waitForJobs(await advanceClock(by));
  sandbox.moveClockTo = async (at) => waitForJobs(await moveClockTo(at));
}

interface Flows {
  start(): Promise<TestEnvironment>;
  /** Whether journeys assert elapsed time. */
  hasTimeLimits?: boolean;
  /** Reason to skip the journeys. */
  skip?: string | false;
  concurrent?: readonly Journey[];
  /** Advance the product's clock, so they run one after another. */
  sequential?: readonly Journey[];
}

export function describeFlows(name: string, flows: Flows): void {
  const { start, skip = false, hasTimeLimits = false, concurrent = [], sequential = [] } = flows;
  describe(name, { skip, timeout: maxRunMs * 2 }, () => {
    let running: TestEnvironment | undefined;
    const environment: GetEnvironment = () => {
      if (!running) throw new Error('the product did not start');
      return running;
    };
    before(
      async () => {
        running = await start();
        running.hasTimeLimits = hasTimeLimits;
        waitForJobsOnAdvance(running.sandbox);
      },
      { timeout: 600_000 },
    );
    after(() => running?.stop());
    describe('concurrent', { concurrency, timeout: maxRunMs }, () => {
      for (const journey of concurrent) journey(environment);
    });
    describe('sequential, advancing the clock', { timeout: maxRunMs }, () => {
      for (const journey of sequential) journey(environment);
    });
  });
}
