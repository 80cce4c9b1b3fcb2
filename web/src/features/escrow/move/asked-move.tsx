/** The dialog of the move that was pressed; its code comes after the loan's, so that the loan is seen sooner. */

import { Suspense, useEffect } from 'react';
import { later } from '../../../ui/fetch-part.ts';
import type { Loan } from '../loan/other-party.ts';
import type { MoveName } from './moves.ts';
import type { MoveDialogProps } from './use-move.ts';

const afterPageMs = 1_000;
const fetchDialogs = () => import('./move-dialog.tsx');
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
