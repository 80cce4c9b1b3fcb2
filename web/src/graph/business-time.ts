/** Business time, on which due dates run. The sandbox can move it days ahead of the browser's clock. */

import { useEffect, useState, useSyncExternalStore } from 'react';

let aheadMs = 0;
const watchers = new Set<() => void>();

/** Call this with each `Query.now` from the network. A cached value would set the time back. */
export function syncBusinessTime(iso: string): void {
  const next = Date.parse(iso) - Date.now();
  // Smaller differences are network latency.
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

/** Business time; re-renders every 30 seconds. */
export function useNow(): Date {
  const ahead = useSyncExternalStore(watch, () => aheadMs);
  const [wall, setWall] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setWall(Date.now()), tickIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return new Date(wall + ahead);
}
