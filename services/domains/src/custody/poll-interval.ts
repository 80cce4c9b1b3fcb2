/** How soon the registry is asked for messages again: often while something goes on there, seldom while nothing does. */

import { settings } from '../config.ts';

const activePollMs = 60_000;
let activeUntilMs = 0;

/** A transfer has begun or moved, by us or by what the registry said: its next word may come soon. */
export function expectMessages(): void {
  activeUntilMs = performance.now() + activePollMs;
}

export function nextPollDelayMs(): number {
  const { EPP_POLL_MS: often, EPP_RESTING_POLL_MS: seldom = often } = settings.value;
  return performance.now() < activeUntilMs ? often : Math.max(often, seldom);
}
