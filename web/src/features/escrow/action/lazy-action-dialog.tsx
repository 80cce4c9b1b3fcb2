/** The dialog of the move that was pressed; its code comes after the loan's, so that the loan is seen sooner. */

import { Suspense, useEffect } from 'react';
import { later } from '../../../ui/feedback/lazy-load.ts';
import type { Loan } from '../loan-parties.ts';
import type { MoveName } from './loan-actions.ts';
import type { MoveDialogProps } from './use-loan-action.ts';

const afterPageMs = 1_000;
const fetchDialogs = () => import('./action-dialog.tsx');
const MoveDialog = later(async () => (await fetchDialogs()).MoveDialog);

export interface AskedMoveProps extends MoveDialogProps<Loan> {
  move: MoveName | undefined;
}

export function AskedMove({ move, loan, onClose }: AskedMoveProps) {
  useEffect(() => {
    // A press finds it there, and nothing that is seen waits for it; what cannot be fetched now is fetched by the press.
    const timer = setTimeout(() => fetchDialogs().catch(() => {}), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  if (!move || move === 'sign') return null;
  return (
    <Suspense fallback={null}>
      <MoveDialog move={move} loan={loan} onClose={onClose} />
    </Suspense>
  );
}
