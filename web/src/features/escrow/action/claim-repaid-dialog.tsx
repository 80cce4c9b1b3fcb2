/** The borrower says that the loan is repaid, and where the payment can be found. */

import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import type { Loan } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { ClaimRepaidDocument } from './loan-actions.generated.ts';
import { PaymentFields, paymentClaim } from './payment-fields.tsx';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

export function ClaimRepaidDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(ClaimRepaidDocument, onClose);
  const { id, payoff, receivedAt, lenderName, unicodeName } = loan;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const owed = payoff === null ? '' : ` Repaid today it is ${formatMoney(payoff)}.`;
  return (
    <FormDialog
      title="Is this loan repaid?"
      domain={unicodeName}
      effect={`${lenderName} is asked to confirm or deny it within ten days, or an operator decides.${owed} Once it is confirmed, interest stops at the day that you name and the domain comes back to you.`}
      action="Claim Repaid"
      schema={paymentClaim(days)}
      initial={{ date: days.to, method: '', reference: '' }}
      onSubmit={(claim) => move({ id, ...claim }, 'Repayment claimed')}
      onClose={onClose}
    >
      <PaymentFields days={days} />
    </FormDialog>
  );
}
