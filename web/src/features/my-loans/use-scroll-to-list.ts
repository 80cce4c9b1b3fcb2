/** Scrolls to one of the two lists for a URL such as `/app/borrow#offers`, because the list may be below the fold. */

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { ListName } from './paired-lists.ts';

/** Attach the returned ref to the list's heading. `ready` is true once the lists have their final height. */
export function useScrollToList(
  list: ListName,
  ready: boolean,
): RefObject<HTMLHeadingElement | null> {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  const heading = useRef<HTMLHeadingElement>(null);
  // Back and forward restore the scroll position instead. The first page of a visit also counts as POP.
  const shouldScroll = ready && hash === `#${list}` && (navigation !== 'POP' || key === 'default');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated navigation scrolls again
  useEffect(() => {
    if (!shouldScroll) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [shouldScroll, key]);
  return heading;
}
