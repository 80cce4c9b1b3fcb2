/** Advances business time in tests of timed transitions. */

import { clockOffsetMs, moveClock } from '@nameloan/runtime/clock';
import type { TestLending } from './start-lending.ts';

const day = 86_400_000;

/** Advances the clock and runs the due jobs. The test must reset the clock at its end. */
export async function passDays(service: TestLending, days: number): Promise<void> {
  moveClock(clockOffsetMs() + days * day);
  await service.settle();
}
