/** Decides when the registry's message queue is polled next: often while transfers are active, rarely otherwise. */

import { connectionSettings, settings } from '../config.ts';

const activePollMs = 60_000;
/** By connection. */
const activeUntilMs = new Map<string, number>();

/** Called when a transfer starts or changes, because the registry's next message may arrive soon. */
export function pollFasterForNow(connectionId: string): void {
  activeUntilMs.set(connectionId, performance.now() + activePollMs);
}

export function nextPollDelayMs(connectionId: string): number {
  const { EPP_POLL_MS, EPP_RESTING_POLL_MS } = settings.value;
  const own = connectionSettings().find(({ id }) => id === connectionId);
  const activeMs = own?.pollMs ?? EPP_POLL_MS;
  const restingMs = EPP_RESTING_POLL_MS ?? activeMs;
  return performance.now() < (activeUntilMs.get(connectionId) ?? 0)
    ? activeMs
    : Math.max(activeMs, restingMs);
}
