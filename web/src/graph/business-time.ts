/** Business time: what due dates run on. The sandbox moves it days ahead of the reader's clock. */

import { useEffect, useState, useSyncExternalStore } from 'react';

let aheadMs = 0;
const watchers = new Set<() => void>();

/** Told by each answer of `Query.now` when it comes: what is kept of it is of an earlier moment. */
export function syncBusinessTime(iso: string): void {
  const next = Date.parse(iso) - Date.now();
  // Less than this is the way of the answer.
  if (Number.isNaN(next) || Math.abs(next - aheadMs) < 2_000) return;
  aheadMs = next;
  for (const watcher of [...watchers]) watcher();
}

export const businessNow = (): Date => new Date(Date.now() + aheadMs);

/** The day of business time, UTC, as YYYY-MM-DD. */
export const businessToday = (): string => businessNow().toISOString().slice(0, 10);

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const tickIntervalMs = 30_000;

/** Business time, moving on by itself. */
export function useNow(): Date {
  const ahead = useSyncExternalStore(watch, () => aheadMs);
  const [wall, setWall] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setWall(Date.now()), tickIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(wall + ahead);
}
