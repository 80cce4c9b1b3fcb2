/** The lender marks the loan as paid before sending money, or the borrower marks it once the money arrives. */

import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import type { Fact } from '../../../ui/display/facts.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { MarkPaidDocument } from './loan-actions.generated.ts';
import { PayeeHint } from './payment/payee-hint.tsx';
import { listReceiptFacts, receiptEffect } from './payment/receipt-facts.ts';
import { PaymentFields, paymentClaimSchema, paymentNoteSchema } from './payment-fields.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

/** What the lender commits to. */
function listSentFacts({ amount, borrowerName }: Loan, required: boolean): Fact[] {
  return [
    { label: 'You send', value: formatMoney(amount) },
    { label: 'To', value: getFirstName(borrowerName) },
    {
      label: 'Date, method and reference',
      value: required ? 'Needed now' : 'Now or within 3 days, or the mark lapses',
    },
    {
      label: `If ${getFirstName(borrowerName)} doesn’t answer`,
      value: 'Counts as received 5 days after these',
    },
  ];
}

export function MarkPaidDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(MarkPaidDocument, onClose);
  const days = {
    from: (loan.contractDrawnAt ?? loan.createdAt).slice(0, 10),
    to: businessToday(),
  };
  const lends = loan.role === 'LENDER';
  const required = lends && loan.paymentDetailsRequired;
  const { id, unicodeName } = loan;
  return (
    <FormDialog
      title={lends ? 'Mark this loan as paid?' : 'Has the money arrived?'}
      domain={unicodeName}
      facts={lends ? listSentFacts(loan, required) : listReceiptFacts(loan)}
      effect={
        lends
          ? `${required ? 'Your last mark lapsed. ' : ''}Send the money right away: once marked paid, the loan can’t be cancelled.`
          : receiptEffect
      }
      action={button.label}
      schema={required ? paymentClaimSchema(days) : paymentNoteSchema(days)}
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
      <PaymentFields days={days} optional={!required} />
    </FormDialog>
  );
}
