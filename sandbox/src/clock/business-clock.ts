/**
 * The sandbox's business time: the wall clock plus a stored offset that only grows. Tokens, webhook
 * signatures and TLS use wall time.
 */

import type { Store } from '../store.ts';

export interface BusinessClock {
  /** Business time now. */
  now(): Date;
  /** How far business time is ahead of the wall clock, in milliseconds. */
  offsetMs(): number;
}

const offset = 'clockOffsetMs';

export function openBusinessClock(store: Store): BusinessClock {
  const offsetMs = () => (store.table('values').get(offset) as number | undefined) ?? 0;
  return { offsetMs, now: () => new Date(Date.now() + offsetMs()) };
}

/** Stores a new offset; the caller has checked that it is not smaller than the current one. */
export function saveOffset(store: Store, offsetMs: number): void {
  store.commit(['values', offset, offsetMs]);
}
