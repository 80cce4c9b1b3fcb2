/**
 * The sandbox's business time, and the account time of the product: the wall clock plus stored offsets that only grow.
 * Tokens, webhook signatures and TLS use wall time.
 */

import type { Store } from '../store.ts';

export interface BusinessClock {
  /** Business time now. */
  now(): Date;
  /** How far business time is ahead of the wall clock, in milliseconds. */
  offsetMs(): number;
  /** How far account time is ahead of the wall clock, in milliseconds. */
  accountsOffsetMs(): number;
}

const offset = 'clockOffsetMs';
const accountsOffset = 'accountsClockOffsetMs';

export function openBusinessClock(store: Store): BusinessClock {
  const read = (key: string) => (store.table('values').get(key) as number | undefined) ?? 0;
  return {
    offsetMs: () => read(offset),
    accountsOffsetMs: () => read(accountsOffset),
    now: () => new Date(Date.now() + read(offset)),
  };
}

/** Stores the new offsets; the caller has checked that none is smaller than the current one. */
export function saveOffsets(
  store: Store,
  { offsetMs, accountsOffsetMs }: { offsetMs: number; accountsOffsetMs: number },
): void {
  store.commit(['values', offset, offsetMs], ['values', accountsOffset, accountsOffsetMs]);
}
