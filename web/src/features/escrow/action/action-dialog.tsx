/** Maps each action of a loan to its dialog. */

import type { Loan } from '../loan-parties.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ClaimRepaidDialog } from './claim-repaid-dialog.tsx';
import { ConfirmReceiptDialog } from './confirm-receipt-dialog.tsx';
import { DenyRepaidDialog } from './deny-repaid-dialog.tsx';
import { EscalateDialog } from './escalate-dialog.tsx';
import { FinalizeDialog } from './finalize-dialog.tsx';
import type { LoanActionName } from './loan-actions.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';

/** Signing has a separate dialog, which also opens with the page. */
export type DialogActionName = Exclude<LoanActionName, 'sign'>;

const dialogs: Record<DialogActionName, React.ComponentType<LoanDialogProps<Loan>>> = {
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

export interface ActionDialogProps extends LoanDialogProps<Loan> {
  action: DialogActionName;
}

export function ActionDialog({ action, loan, onClose }: ActionDialogProps) {
  const Dialog = dialogs[action];
  return <Dialog loan={loan} onClose={onClose} />;
}
