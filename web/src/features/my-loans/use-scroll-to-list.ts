/** Leads to one of the two lists by an address such as `/app/borrow#offers`: what a notice is about may stand below the fold. */

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { ListName } from './paired-lists.ts';

/** The heading to lead to, once the lists stand as high as they will. */
export function useWayToList(list: ListName, ready: boolean): RefObject<HTMLHeadingElement | null> {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  const heading = useRef<HTMLHeadingElement>(null);
  // Back and forward keep the scroll; a visit that begins here has no entry of its own yet.
  const led = ready && hash === `#${list}` && (navigation !== 'POP' || key === 'default');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it leads again
  useEffect(() => {
    if (!led) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [led, key]);
  return heading;
}
