/** The actions of a row: the main one, then a "..." menu. */

import type { ReactNode } from 'react';

export interface RowActionsProps {
  children?: ReactNode;
  /** A Menu. Without one its space stays empty, so that the main actions align. */
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
