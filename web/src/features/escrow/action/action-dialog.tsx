/** Maps each action of a loan to its dialog. */

import { useEffect } from 'react';
import type { EscrowAction } from '../../../graph/schema.generated.ts';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { Loan } from '../loan-parties.ts';
import { AccelerateDialog } from './accelerate-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ClaimRepaidDialog } from './claim-repaid-dialog.tsx';
import { ConfirmReceiptDialog } from './confirm-receipt-dialog.tsx';
import { DenyRepaidDialog } from './deny-repaid-dialog.tsx';
import { EvidenceDoneDialog } from './dispute/evidence-done-dialog.tsx';
import { EscalateDialog } from './escalate-dialog.tsx';
import { FinalizeDialog } from './finalize/finalize-dialog.tsx';
import { findCurrentButton } from './list-choices.ts';
import { MarkPaidDialog } from './mark-paid-dialog.tsx';
import { PaymentDetailsDialog } from './payment/payment-details-dialog.tsx';
import { WithdrawClaimDialog } from './payment/withdraw-claim-dialog.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';

/** Signing has a separate dialog, which also opens with the page; evidence, part payments, amendments and refinancings have cards. */
type DialogAction = Exclude<
  EscrowAction,
  | 'SIGN'
  | 'SIGN_LETTER'
  | 'ADD_EVIDENCE'
  | `${string}_PAYMENT`
  | `${string}_AMENDMENT`
  | `${string}_LEG`
>;

const dialogs: Record<DialogAction, React.ComponentType<LoanDialogProps<Loan>>> = {
  CANCEL: CancelDialog,
  MARK_PAID: MarkPaidDialog,
  CONFIRM_RECEIPT: ConfirmReceiptDialog,
  PAYMENT_DETAILS: PaymentDetailsDialog,
  CLAIM_REPAID: ClaimRepaidDialog,
  WITHDRAW_CLAIM: WithdrawClaimDialog,
  DENY_REPAID: DenyRepaidDialog,
  ACCELERATE: AccelerateDialog,
  FINALIZE_RETURN: FinalizeDialog,
  FINALIZE_SEIZE: FinalizeDialog,
  FINALIZE_SURRENDER: FinalizeDialog,
  ESCALATE: EscalateDialog,
  EVIDENCE_DONE: EvidenceDoneDialog,
  SETTLE: SettleDialog,
  RESOLVE: ResolveDialog,
  RELEASE: ReleaseDialog,
};

/** An action of a newer server release, which has no dialog here. */
function UnknownAction({ onClose }: Pick<LoanDialogProps<Loan>, 'onClose'>) {
  useEffect(() => {
    showBanner('red', 'Reload the page to use this.');
    onClose();
  }, [onClose]);
  return null;
}

export function ActionDialog({ button, loan, domain, onClose }: LoanDialogProps<Loan>) {
  const [action] = button.actions;
  const Dialog = dialogs[action as DialogAction];
  if (!Dialog) return <UnknownAction onClose={onClose} />;
  const current = findCurrentButton(loan, button);
  return <Dialog loan={loan} domain={domain} button={current} onClose={onClose} />;
}
