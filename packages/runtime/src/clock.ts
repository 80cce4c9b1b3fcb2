/** Business time: wall time plus an offset that only the sandbox increases. */

let offsetMs = 0;
const listeners = new Set<() => void>();

/** The current business time. Every date that a rule compares or stores comes from here. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Milliseconds by which business time is ahead of wall time. */
export function clockOffsetMs(): number {
  return offsetMs;
}

/** Moves business time; a smaller offset is ignored, so that time never runs backwards. */
export function moveClock(toOffsetMs: number): void {
  if (!Number.isSafeInteger(toOffsetMs) || toOffsetMs <= offsetMs) return;
  offsetMs = toOffsetMs;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each move of business time, until the returned function is called. */
export function onClockMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests in one process only: resets the clock to wall time. */
export function resetClock(): void {
  offsetMs = 0;
}
