/** Refetches what is on screen when the socket reconnects, the user returns after a while, or another tab changes data. */

import { currentClient } from './client.ts';
import { subscribeToOtherTabs } from './other-tabs.ts';
import { refetchQueries } from './refetch-query.ts';
import { onReconnect } from './socket.ts';

const maxHiddenMs = 60_000;

const refetch = (include: 'active' | string[]) => void refetchQueries(currentClient(), include);

/** Returns a function that stops it. */
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
