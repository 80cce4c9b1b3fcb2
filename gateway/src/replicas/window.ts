/** What is used up of an allowance, and until when: the arithmetic that every keeper of one shares. */

export interface Allowance {
  /** Tells this limit from others of the same key. */
  name: string;
  points: number;
  seconds: number;
}

export interface Window {
  used: number;
  /** Wall time. */
  endsMs: number;
}

export interface Grant {
  /** Perhaps less than wanted, or none. */
  points: number;
  /** Until all of it is there again. */
  endsMs: number;
}

/** Takes up to `wanted` out of what the window has left of `points`; a window that is over begins anew. */
export function grant(
  before: Window | undefined,
  { points, seconds }: Pick<Allowance, 'points' | 'seconds'>,
  wanted: number,
): { granted: Grant; after: Window } {
  const nowMs = Date.now();
  const over = before === undefined || before.endsMs <= nowMs;
  const longestMs = nowMs + seconds * 1000;
  // A gateway whose clock is ahead has begun it: nobody waits for longer than a window.
  const window = over
    ? { used: 0, endsMs: longestMs }
    : { used: before.used, endsMs: Math.min(before.endsMs, longestMs) };
  const given = Math.max(0, Math.min(wanted, points - window.used));
  const after = { used: window.used + given, endsMs: window.endsMs };
  return { granted: { points: given, endsMs: window.endsMs }, after };
}
