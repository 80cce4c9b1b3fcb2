/** When the registry is asked next about a name in custody, apart because both arrival and look need it. */

import { now } from '@nameloan/service/clock.ts';

const hour = 3_600_000;
/** A name that the registry does not know is asked for again after so long, before it counts as lost. */
export const confirmLossMs = hour;

/** About a day from now, at another time each day, so that names which came together drift apart. */
export function nextCustodyCheck(): Date {
  return afterMs((12 + Math.random() * 24) * hour);
}

/** Soon enough after an answer that settled nothing. */
export function repeatedCustodyCheck(): Date {
  return afterMs(confirmLossMs);
}

function afterMs(ms: number): Date {
  return new Date(now().getTime() + ms);
}
