/** The fixed-window arithmetic of allowances, used for shared and local counters. */

export interface Allowance {
  /** Distinguishes limits of the same key. */
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
  /** May be less than requested, or 0. */
  points: number;
  /** Wall time at which the full allowance is available again. */
  endsMs: number;
}

/** Grants up to `wanted` of the remaining points; an expired window starts over. */
export function grant(
  before: Window | undefined,
  { points, seconds }: Pick<Allowance, 'points' | 'seconds'>,
  wanted: number,
): { granted: Grant; after: Window } {
  const nowMs = Date.now();
  const expired = before === undefined || before.endsMs <= nowMs;
  const maxEndMs = nowMs + seconds * 1000;
  // If another gateway's clock is ahead, a client still waits at most one window.
  const window = expired
    ? { used: 0, endsMs: maxEndMs }
    : { used: before.used, endsMs: Math.min(before.endsMs, maxEndMs) };
  const grantedPoints = Math.max(0, Math.min(wanted, points - window.used));
  const after = { used: window.used + grantedPoints, endsMs: window.endsMs };
  return { granted: { points: grantedPoints, endsMs: window.endsMs }, after };
}
