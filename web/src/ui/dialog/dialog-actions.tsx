/** The buttons at a dialog's foot, the main one first; what destroys stands apart at the end. */

import type { ReactNode } from 'react';

export interface DialogActionsProps {
  children: ReactNode;
  /** At the far end: "Cancel Loan". */
  apart?: ReactNode;
}

export function DialogActions({ children, apart }: DialogActionsProps) {
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {children}
      {apart !== undefined && <span className="-mr-4 ml-auto">{apart}</span>}
    </div>
  );
}
