/** Reads again what is on screen: when the socket is back, the reader is after a while, or another tab has changed it. */

import { currentClient } from './client.ts';
import { subscribeToOtherTabs } from './other-tabs.ts';
import { onReconnect } from './socket.ts';

const maxHiddenMs = 60_000;

const refetch = (include: 'active' | string[]) =>
  void currentClient()
    .refetchQueries({ include })
    .catch(() => undefined);

/** Returns what ends it. */
export function refetchWhenStale(): () => void {
  let leftAt = Number.POSITIVE_INFINITY;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    else if (Date.now() - leftAt > maxHiddenMs) refetch('active');
  };
  document.addEventListener('visibilitychange', onVisibility);
  const ends = [onReconnect(() => refetch('active')), subscribeToOtherTabs(refetch)];
  return () => {
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
