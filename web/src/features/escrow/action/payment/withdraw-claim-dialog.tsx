/** The borrower withdraws the open claim of repayment. */

import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../../loan-parties.ts';
import { getFirstName } from '../../loan-parties.ts';
import { WithdrawClaimDocument } from '../loan-actions.generated.ts';
import type { LoanDialogProps } from '../use-loan-action.ts';
import { useLoanAction } from '../use-loan-action.ts';

export function WithdrawClaimDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(WithdrawClaimDocument, onClose);
  return (
    <ConfirmDialog
      title="Withdraw your claim?"
      domain={loan.unicodeName}
      effect={`${getFirstName(loan.lenderName)} no longer has to answer it. The loan and its interest continue. You can claim again.`}
      action={button.label}
      onConfirm={() => run({ id: loan.id }, 'Claim withdrawn')}
      onClose={onClose}
    />
  );
}
