/** Graceful shutdown on a signal: report not ready, wait for the grace period, then stop. */

import { z } from 'zod';

/** A longer stop is aborted; with the maximum grace it fits into Kubernetes' 40 s termination period. */
const drainDeadlineMs = 25_000;
const maxGraceSeconds = 10;

/** Settings of every process behind a load balancer. */
export const drainSettings = {
  DRAIN_GRACE_SECONDS: z.coerce
    .number('not a number of seconds')
    .int('not a whole number of seconds')
    .min(0, 'less than 0 seconds')
    .max(maxGraceSeconds, `more than ${maxGraceSeconds} seconds`)
    .default(0)
    .describe(
      `Seconds between “not ready” and the stop, in which new requests are still served; at most ${maxGraceSeconds}.`,
    ),
};

export interface Ending {
  graceSeconds: number;
  /** Reports not ready and closes keep-alive connections; everything else works. */
  leave(): void;
  stop(): Promise<void>;
}

/**
 * Handles SIGTERM and SIGINT from now on. Call the returned function with what must be stopped once it runs; before
 * that a signal exits at once, and the next start continues an interrupted one. A second signal ends the grace
 * period, never the drain.
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
