/** The buttons at a dialog's foot, the main one first; what destroys stands apart at the end. */

import type { ReactNode } from 'react';

export interface DialogActionsProps {
  children: ReactNode;
  /** At the far end: "Cancel Loan". */
  trailing?: ReactNode;
}

export function DialogActions({ children, trailing }: DialogActionsProps) {
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {children}
      {trailing !== undefined && <span className="-mr-4 ml-auto">{trailing}</span>}
    </div>
  );
}
