/** Preloaded into a replica: shifts its wall clock by the milliseconds in its first argument. */

import { skewClock } from '../flows/environment/skew-clock.ts';

skewClock(Number(process.argv[2]));
