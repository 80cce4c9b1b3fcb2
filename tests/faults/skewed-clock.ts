/** Preloaded into a replica: shifts its wall clock by the milliseconds in its first argument. */

import { skewClock } from '../flows/world/skew-clock.ts';

skewClock(Number(process.argv[2]));
