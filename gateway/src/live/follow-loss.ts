/** Live signals are not kept: those of the time in which the bus was away are lost, and somebody must know. */

import type { Bus } from '@nameloan/service/bus/bus.ts';

/** Shorter than a client of the broker waits before it connects again. */
const lookEveryMs = 100;

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
