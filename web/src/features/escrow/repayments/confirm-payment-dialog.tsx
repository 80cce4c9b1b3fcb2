/** The lender confirms a payment, or corrects the amount that arrived. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { optionalMoneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { Payment } from './describe-payment.ts';
import { ConfirmPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

export interface AnswerDialogProps {
  loan: Loan;
  payment: Payment;
  onClose: () => void;
}

const schema = z.object({ amount: optionalMoneyRule() });

export function ConfirmPaymentDialog({ loan, payment, onClose }: AnswerDialogProps) {
  const run = usePaymentAction(ConfirmPaymentDocument, onClose);
  const { id, borrowerName, unicodeName, repaymentClaim } = loan;
  const { id: paymentId, amendment, amount: reported } = payment;
  const borrower = getFirstName(borrowerName);
  const ends = repaymentClaim?.paymentId === paymentId;
  const effect = ends
    ? `This payment covers the loan: confirming it closes the loan, and the domain returns to ${borrower}.`
    : amendment === null
      ? `The payment lowers what ${borrower} owes from its day.`
      : `Amendment ${amendment} takes effect on the day of this payment, if it is still open and the amount is exact.`;
  return (
    <FormDialog
      title={`Confirm ${formatMoney(reported)}?`}
      domain={unicodeName}
      effect={`Check your account first. ${effect} You can’t undo this.`}
      action="Confirm Payment"
      schema={schema}
      initial={{ amount: '' }}
      onSubmit={({ amount }) => run({ id, paymentId, amount }, 'Payment confirmed')}
      onClose={onClose}
    >
      <MoneyField
        name="amount"
        label="Amount that arrived (optional)"
        hint={`Only if it isn’t ${formatMoney(reported)}`}
      />
    </FormDialog>
  );
}
