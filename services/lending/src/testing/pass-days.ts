/** Lets business time pass in tests of what the clock brings about. */

import { clockOffsetMs, moveClock } from '@nameloan/service/clock.ts';
import type { TestLending } from './start-lending.ts';

const day = 86_400_000;

/** Moves the clock and runs what became due; a test that does so puts it back at its end. */
export async function passDays(service: TestLending, days: number): Promise<void> {
  moveClock(clockOffsetMs() + days * day);
  await service.settle();
}
