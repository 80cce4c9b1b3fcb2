/** Decides when the registry's message queue is polled next: often while transfers are active, rarely otherwise. */

import { settings } from '../config.ts';

const activePollMs = 60_000;
let activeUntilMs = 0;

/** Called when a transfer starts or changes, because the registry's next message may arrive soon. */
export function pollFasterForNow(): void {
  activeUntilMs = performance.now() + activePollMs;
}

export function nextPollDelayMs(): number {
  const { EPP_POLL_MS: activeMs, EPP_RESTING_POLL_MS: restingMs = activeMs } = settings.value;
  return performance.now() < activeUntilMs ? activeMs : Math.max(activeMs, restingMs);
}
