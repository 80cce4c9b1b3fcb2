/** The buttons at the bottom of a dialog, the main one first. They stay visible, above raised labels, while a long dialog scrolls. */

import type { ReactNode } from 'react';

export interface DialogActionsProps {
  children: ReactNode;
  /** A destructive action at the far end: "Cancel Loan". */
  trailing?: ReactNode;
}

export function DialogActions({ children, trailing }: DialogActionsProps) {
  return (
    <div className="dialog-actions z-1 flex flex-wrap gap-2">
      {children}
      {trailing !== undefined && <span className="-mr-4 ml-auto">{trailing}</span>}
    </div>
  );
}
