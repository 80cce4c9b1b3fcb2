/** Scrolls to the card that the address names: `/app/settings#mfa`, or `/app/payees` for the payees. */

import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** `ready`: the cards are on the page. Their headings get the focus, so that the keyboard goes on from there. */
export function useScrollToCard(ready: boolean): void {
  const { pathname, hash, key } = useLocation();
  const id = hash.slice(1) || (pathname === '/app/payees' ? 'payees' : '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated navigation scrolls again
  useEffect(() => {
    const card = ready && id ? document.getElementById(id) : null;
    if (!card) return;
    card.scrollIntoView();
    const heading = card.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [ready, id, key]);
}
