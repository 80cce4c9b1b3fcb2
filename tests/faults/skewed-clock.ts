/** Preloaded into a replica: its wall clock is off by the milliseconds of its first argument. */

import { skewClock } from '../flows/world/skew-clock.ts';

skewClock(Number(process.argv[2]));
