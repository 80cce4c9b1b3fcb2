/** At a row's end: the one main action, then the "..." of the others. */

import type { ReactNode } from 'react';

export interface RowActionsProps {
  children?: ReactNode;
  /** A Menu; without one its place stays free, so that main actions stand in line. */
  menu?: ReactNode;
}

export function RowActions({ children, menu }: RowActionsProps) {
  return (
    <span className="flex items-center justify-end gap-1 stacked:w-full stacked:[&>:first-child:not(:only-child,[popovertarget])]:flex-1">
      {children}
      {menu ?? <span className="hidden w-10 flat:block" />}
    </span>
  );
}
