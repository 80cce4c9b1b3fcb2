/** When a domain in custody is next checked at the registry. */

import { now } from '@nameloan/runtime/clock';

const hour = 3_600_000;
/** A domain that the registry does not know is checked again after this delay before it counts as lost. */
export const confirmLossMs = hour;

/** In about a day, with jitter so that domains added together are checked at different times. */
export function nextCustodyCheck(): Date {
  return afterMs((12 + Math.random() * 24) * hour);
}

/** Sooner, after an inconclusive response. */
export function repeatedCustodyCheck(): Date {
  return afterMs(confirmLossMs);
}

function afterMs(ms: number): Date {
  return new Date(now().getTime() + ms);
}
