/** Its proposer withdraws an amendment that is not answered yet. */

import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import { WithdrawAmendmentDocument } from './amendments.generated.ts';
import type { AmendmentDialogProps } from './dialog-props.ts';

export function WithdrawDialog({ loan, amendment: { n }, onClose }: AmendmentDialogProps) {
  const run = usePaymentAction(WithdrawAmendmentDocument, onClose);
  const other = getFirstName(getCounterpartyName(loan));
  return (
    <ConfirmDialog
      title={`Withdraw amendment ${n}?`}
      domain={loan.unicodeName}
      effect={`${other} can no longer agree to it. You can propose another one.`}
      action="Withdraw Amendment"
      onConfirm={() => run({ id: loan.id, n }, 'Amendment withdrawn')}
      onClose={onClose}
    />
  );
}
