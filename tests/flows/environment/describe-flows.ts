/** Runs journeys in one shape of the product; those of one call share one running product. */

import { after, before, describe } from 'node:test';
import type { Journey } from '../journeys.ts';
import type { RestObject } from './loans.ts';
import type { GetEnvironment, TestEnvironment } from './test-environment.ts';

/** Journeys spend their time waiting for each other's parts, so a few go at once. */
const atOnce = 4;
const longestMs = 900_000;
const quietWithinMs = 180_000;

/** A move of the clock is answered after 20 s at the latest, whether or not all is run; journeys count on all. */
function insistOnQuiet(outside: TestEnvironment['sandbox']): void {
  const { advance, moveTo } = outside;
  const settled = async (first: RestObject) => {
    let report = first;
    for (const untilMs = Date.now() + quietWithinMs; !report.quiet && Date.now() < untilMs; ) {
      console.log(`not all is run yet, ${report.rounds} rounds after a move of the clock`);
      report = await advance('1s');
    }
    if (!report.quiet) throw new Error('not all was run after a move of the clock');
    return report;
  };
  outside.advance = async (by) => settled(await advance(by));
  outside.moveTo = async (at) => settled(await moveTo(at));
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

export function describeFlows(shape: string, flows: Flows): void {
  const { start, skip = false, hasTimeLimits = false, concurrent = [], sequential = [] } = flows;
  describe(shape, { skip, timeout: longestMs * 2 }, () => {
    let running: TestEnvironment | undefined;
    const environment: GetEnvironment = () => {
      if (!running) throw new Error('the product did not start');
      return running;
    };
    before(
      async () => {
        running = await start();
        running.hasTimeLimits = hasTimeLimits;
        insistOnQuiet(running.sandbox);
      },
      { timeout: 600_000 },
    );
    after(() => running?.stop());
    describe('side by side', { concurrency: atOnce, timeout: longestMs }, () => {
      for (const journey of concurrent) journey(environment);
    });
    describe('through time', { timeout: longestMs }, () => {
      for (const journey of sequential) journey(environment);
    });
  });
}
