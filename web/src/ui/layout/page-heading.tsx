/** The one `h1` of a page: names the tab, and takes the focus when the reader has come from another page. */

import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

export interface PageHeadingProps {
  children: ReactNode;
  /** What the tab says before "· Nameloan". */
  title: string;
  /** For screens whose heading is not to be seen. */
  className?: string;
  /** What makes it another page; the path unless named. Modals over a page have its name and leave the focus alone. */
  pageKey?: string;
}

let focusedFor: string | undefined;

/** The first page of a visit is read from its top: nothing takes the focus there. */
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
    // Who chooses what a list shows has not left it, and may want the next choice.
    if (document.activeElement instanceof HTMLSelectElement) return;
    // Back and forward keep the scroll; so the focus must not move the view.
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
