/** Reads again what is on screen: when the socket is back, the reader is after a while, or another tab has changed it. */

import { currentClient } from './client.ts';
import { onOtherTabs } from './other-tabs.ts';
import { onReturn } from './socket.ts';

const awayMs = 60_000;

const readAgain = (include: 'active' | string[]) =>
  void currentClient()
    .refetchQueries({ include })
    .catch(() => undefined);

/** Returns what ends it. */
export function keepFresh(): () => void {
  let leftAt = Number.POSITIVE_INFINITY;
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    else if (Date.now() - leftAt > awayMs) readAgain('active');
  };
  document.addEventListener('visibilitychange', onVisibility);
  const ends = [onReturn(() => readAgain('active')), onOtherTabs(readAgain)];
  return () => {
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
