/** Runs every journey in one shape of the product; the journeys of a shape share one running product. */

import { after, before, describe } from 'node:test';
import { journeys, journeysInTime } from '../journeys.ts';
import type { TheWorld, World } from './world.ts';

/** Journeys spend their time waiting for each other's parts, so a few go at once. */
const atOnce = 4;
const longestMs = 900_000;

export function describeFlows(
  shape: string,
  start: () => Promise<World>,
  skip: string | false = false,
): void {
  describe(shape, { skip, timeout: longestMs * 2 }, () => {
    let running: World | undefined;
    const world: TheWorld = () => {
      if (!running) throw new Error('the product did not start');
      return running;
    };
    before(
      async () => {
        running = await start();
      },
      { timeout: 120_000 },
    );
    after(() => running?.stop());
    describe('side by side', { concurrency: atOnce, timeout: longestMs }, () => {
      for (const journey of journeys) journey(world);
    });
    // These move the one clock of the world, so each has it for itself.
    describe('through time', { timeout: longestMs }, () => {
      for (const journey of journeysInTime) journey(world);
    });
  });
}
