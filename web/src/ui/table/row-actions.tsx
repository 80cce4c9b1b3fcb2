/** The actions of a row: the main one, then a "..." menu. */

import type { ReactNode } from 'react';

export interface RowActionsProps {
  children?: ReactNode;
  /** A Menu, in the stacked layout next to the name. Without one its space stays empty, so that main actions align. */
  menu?: ReactNode | false;
}

export function RowActions({ children, menu }: RowActionsProps) {
  return (
    <span className="flex items-center justify-end gap-1">
      {children}
      {menu ? (
        <span className="stacked:absolute stacked:top-0.5 stacked:right-2">{menu}</span>
      ) : (
        menu === undefined && <span className="hidden w-10 flat:block" />
      )}
    </span>
  );
}
