/** Live signals are not kept: those of the time in which the bus was away are lost, and somebody must know. */

import type { Bus } from '@nameloan/service/bus/bus.ts';

/** Much shorter than a broker needs to come up again; a look costs next to nothing. */
const lookEveryMs = 20;

/** Calls back each time that the bus is there again after it was away; the result ends it. */
export function followLoss(bus: Pick<Bus, 'healthy'>, back: () => void): () => void {
  let away = false;
  const timer = setInterval(() => {
    const here = bus.healthy();
    if (away && here) back();
    away = !here;
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
