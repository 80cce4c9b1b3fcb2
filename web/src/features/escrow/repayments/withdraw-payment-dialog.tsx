/** The payer withdraws a payment that is not answered yet. */

import { formatMoney } from '../../../format/money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import type { AnswerDialogProps } from './confirm-payment-dialog.tsx';
import type { Payment } from './describe-payment.ts';
import { WithdrawPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

/** Who would have answered it. */
function findPayee(loan: Loan, { leg }: Payment): string {
  if (leg === 'PAYOFF' || leg === 'TOP_UP') return 'The old lender';
  return getFirstName(getCounterpartyName(loan));
}

export function WithdrawPaymentDialog({ loan, payment, onClose }: AnswerDialogProps) {
  const run = usePaymentAction(WithdrawPaymentDocument, onClose);
  return (
    <ConfirmDialog
      title={`Withdraw ${formatMoney(payment.amount)}?`}
      domain={loan.unicodeName}
      effect={`${findPayee(loan, payment)} no longer has to answer it. You can report it again.`}
      action="Withdraw Payment"
      onConfirm={() => run({ id: loan.id, paymentId: payment.id }, 'Payment withdrawn')}
      onClose={onClose}
    />
  );
}
