/** The dialog of the move that was pressed. */

import type { Loan } from '../loan-parties.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ClaimRepaidDialog } from './claim-repaid-dialog.tsx';
import { ConfirmReceiptDialog } from './confirm-receipt-dialog.tsx';
import { DenyRepaidDialog } from './deny-repaid-dialog.tsx';
import { EscalateDialog } from './escalate-dialog.tsx';
import { FinalizeDialog } from './finalize-dialog.tsx';
import type { MoveName } from './loan-actions.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { MoveDialogProps } from './use-loan-action.ts';

/** Signing has a dialog of its own, which also opens by itself. */
export type DialogMove = Exclude<MoveName, 'sign'>;

const dialogs: Record<DialogMove, React.ComponentType<MoveDialogProps<Loan>>> = {
  confirmReceipt: ConfirmReceiptDialog,
  claimRepaid: ClaimRepaidDialog,
  denyRepaid: DenyRepaidDialog,
  settle: SettleDialog,
  resolve: ResolveDialog,
  markPaid: MarkPaidDialog,
  finalize: FinalizeDialog,
  escalate: EscalateDialog,
  cancel: CancelDialog,
};

export interface MoveDialogOfProps extends MoveDialogProps<Loan> {
  move: DialogMove;
}

export function MoveDialog({ move, loan, onClose }: MoveDialogOfProps) {
  const Shown = dialogs[move];
  return <Shown loan={loan} onClose={onClose} />;
}
