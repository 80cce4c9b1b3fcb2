/** The lender marks the loan as paid before sending money, or the borrower marks it once the money arrives. */

import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { MarkPaidDocument } from './loan-actions.generated.ts';
import { PayeeHint } from './payment/payee-hint.tsx';
import { PaymentFields, paymentNoteSchema } from './payment-fields.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

export function MarkPaidDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(MarkPaidDocument, onClose);
  const days = {
    from: (loan.contractDrawnAt ?? loan.createdAt).slice(0, 10),
    to: businessToday(),
  };
  const lends = loan.role === 'LENDER';
  const { id, amount, borrowerName, lenderName, unicodeName } = loan;
  const borrower = getFirstName(borrowerName);
  const effect = lends
    ? `Mark the loan paid, then send ${formatMoney(amount)} to ${borrower} right away. After this it can’t be cancelled. Add date, method and reference now or within 3 days, or the mark lapses. If ${borrower} doesn’t answer within 5 days after that, the payment counts as received.`
    : `Confirm that ${formatMoney(amount)} from ${getFirstName(lenderName)} is in your account. Interest and the term start now.`;
  return (
    <FormDialog
      title={lends ? 'Mark this loan as paid?' : 'Has the money arrived?'}
      domain={unicodeName}
      effect={effect}
      action={button.label}
      schema={paymentNoteSchema(days)}
      initial={{ date: days.to, method: '', reference: '' }}
      onSubmit={({ date, method, reference }) =>
        run(
          { id, date: date || null, method: method || null, reference: reference || null },
          'Marked paid',
        )
      }
      onClose={onClose}
    >
      {lends && <PayeeHint loan={loan} />}
      <PaymentFields days={days} optional />
    </FormDialog>
  );
}
