/** Business time: wall time plus an offset that only the sandbox moves, and only forward. */

let offsetMs = 0;
const listeners = new Set<() => void>();

/** The present moment in business time. Every date a rule compares or stores comes from here. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Milliseconds that business time is ahead of wall time. */
export function clockOffsetMs(): number {
  return offsetMs;
}

/** Moves business time; an offset smaller than the present one is ignored, so time never runs back. */
export function moveClock(toOffsetMs: number): void {
  if (!Number.isSafeInteger(toOffsetMs) || toOffsetMs <= offsetMs) return;
  offsetMs = toOffsetMs;
  for (const listener of listeners) listener();
}

/** Calls back each time business time has moved, until the returned function is called. */
export function onClockMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests in one process only: puts the clock back to wall time. */
export function resetClock(): void {
  offsetMs = 0;
}
