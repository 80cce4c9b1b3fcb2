/** The lender adds the details of a payment that is already marked as sent. */

import { businessToday } from '../../../../graph/business-time.ts';
import type { Loan } from '../../loan-parties.ts';
import { getFirstName } from '../../loan-parties.ts';
import { FormDialog } from '../form-dialog.tsx';
import { PaymentDetailsDocument } from '../loan-actions.generated.ts';
import { PaymentFields, paymentClaimSchema } from '../payment-fields.tsx';
import type { LoanDialogProps } from '../use-loan-action.ts';
import { useLoanAction } from '../use-loan-action.ts';

export function PaymentDetailsDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(PaymentDetailsDocument, onClose);
  const { id, contractDrawnAt, createdAt, borrowerName, sent, unicodeName } = loan;
  const days = { from: (contractDrawnAt ?? createdAt).slice(0, 10), to: businessToday() };
  return (
    <FormDialog
      title="Add payment details?"
      domain={unicodeName}
      effect={`The mark then no longer lapses. If ${getFirstName(borrowerName)} doesn’t answer within 5 days, the payment counts as received.`}
      action={button.label}
      schema={paymentClaimSchema(days)}
      initial={{
        date: sent?.date ?? days.to,
        method: sent?.method ?? '',
        reference: sent?.reference ?? '',
      }}
      onSubmit={(details) => run({ id, ...details }, 'Payment details added')}
      onClose={onClose}
    >
      <PaymentFields days={days} />
    </FormDialog>
  );
}
