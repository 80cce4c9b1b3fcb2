/** How a process ends when it is told to: says that it leaves, waits until nobody sends more, and only then stops. */

import { z } from 'zod';

/** A stop that takes longer is cut off; with the longest grace it fits into the 40 s that Kubernetes is told. */
const drainDeadlineMs = 25_000;
const maxGraceSeconds = 10;

/** Of every process that stands behind a load balancer. */
export const drainSettings = {
  /** Seconds between "not ready" and the first closed door: until then new requests may still come. */
  DRAIN_GRACE_SECONDS: z.coerce
    .number('not a number of seconds')
    .int('not a whole number of seconds')
    .min(0, 'less than 0 seconds')
    .max(maxGraceSeconds, `more than ${maxGraceSeconds} seconds`)
    .default(0),
};

export interface Ending {
  graceSeconds: number;
  /** Readiness says no, and answers ask for a new connection; all else works. */
  leave(): void;
  stop(): Promise<void>;
}

/**
 * Hears SIGTERM and SIGINT from now on; what it returns takes what is to be ended, once that runs. Before, a signal
 * ends the process at once: what a start has begun, the next one goes on with. A second signal ends the grace and
 * never the drain.
 */
export function endOnSignal(): (ending: Ending) => void {
  let ending: Ending | undefined;
  let endGrace: (() => void) | undefined;
  const end = () => {
    if (!ending) process.exit(0);
    if (endGrace) return endGrace();
    const { promise: graceOver, resolve } = Promise.withResolvers<void>();
    endGrace = resolve;
    ending.leave();
    setTimeout(resolve, ending.graceSeconds * 1000);
    void drain(ending, graceOver);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return (given) => {
    ending = given;
  };
}

async function drain(ending: Ending, graceOver: Promise<void>): Promise<void> {
  await graceOver;
  setTimeout(() => process.exit(1), drainDeadlineMs).unref();
  ending.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
