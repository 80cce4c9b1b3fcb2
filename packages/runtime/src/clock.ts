/**
 * Business time, by which loans live, and account time, by which the windows of accounts end. Both are wall time plus an
 * offset that only the sandbox increases.
 */

let offsetMs = 0;
let accountOffsetMs = 0;
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

/**
 * The current account time: of verification and stop links, step-up, holds and unverified accounts. Tokens, TOTP and
 * limits use wall time.
 */
export function accountNow(): Date {
  return new Date(Date.now() + accountOffsetMs);
}

/** Milliseconds by which account time is ahead of wall time. */
export function accountClockOffsetMs(): number {
  return accountOffsetMs;
}

/** Moves account time, like `moveClock`. */
export function moveAccountClock(toOffsetMs: number): void {
  if (!Number.isSafeInteger(toOffsetMs) || toOffsetMs <= accountOffsetMs) return;
  accountOffsetMs = toOffsetMs;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each move of business or account time, until the returned function is called. */
export function onClockMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For tests in one process only: resets both clocks to wall time. */
export function resetClock(): void {
  offsetMs = 0;
  accountOffsetMs = 0;
}
