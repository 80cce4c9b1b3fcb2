/** The `h1` of a page. It sets the tab's title, and receives the focus after navigation from another page. */

import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

export interface PageHeadingProps {
  children: ReactNode;
  /** The tab's title before "· Nameloan". */
  title: string;
  /** For screens with a hidden heading. */
  className?: string;
  /** Identifies the page; default: the path. A dialog shares the key of its page, so the focus does not move. */
  pageKey?: string;
}

let focusedFor: string | undefined;

/** On the first page of a visit the focus stays at the top. */
function isArrival(pageKey: string): boolean {
  const arrival = focusedFor !== undefined && focusedFor !== pageKey;
  focusedFor = pageKey;
  return arrival;
}

export function PageHeading({ children, title, className = '', pageKey }: PageHeadingProps) {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const heading = useRef<HTMLHeadingElement>(null);
  const key = pageKey ?? pathname;
  useEffect(() => {
    document.title = `${title} · Nameloan`;
  }, [title]);
  useEffect(() => {
    if (!isArrival(key)) return;
    // Changing a filter is not a navigation; the user may change it again.
    if (document.activeElement?.closest('[data-filters], select')) return;
    // Back and forward restore the scroll position, so the focus must not change it.
    heading.current?.focus({ preventScroll: navigation === 'POP' });
  }, [key, navigation]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`display ${className || 'text-[1.75rem] leading-9'}`}
    >
      {children}
    </h1>
  );
}
