/** The borrower claims that the loan is repaid and gives the payment's details. */

import { formatMoney } from '../../../format/money.ts';
import { formatShortDay } from '../../../format/short-day.ts';
import { businessNow, businessToday } from '../../../graph/business-time.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { ClaimRepaidDocument } from './loan-actions.generated.ts';
import { PayeeHint } from './payment/payee-hint.tsx';
import { PaymentFields, paymentClaimSchema } from './payment-fields.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

function describeDue(dueAt: string, graceEndsAt: string | null): string {
  const now = businessNow();
  const grace = graceEndsAt ? `, grace ends ${formatShortDay(graceEndsAt, now)}` : '';
  return `${formatShortDay(dueAt, now)}${grace}`;
}

export function ClaimRepaidDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ClaimRepaidDocument, onClose);
  const { id, payoff, receivedAt, dueAt, graceEndsAt, lenderName, unicodeName } = loan;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const lender = getFirstName(lenderName);
  const facts = [
    { label: 'Payoff today', value: payoff === null ? '–' : formatMoney(payoff) },
    ...(dueAt ? [{ label: 'Due', value: describeDue(dueAt, graceEndsAt) }] : []),
    { label: `${lender} confirms or denies`, value: 'Within 10 days, or an operator decides' },
    { label: 'Once confirmed', value: `${unicodeName} returns to you` },
  ];
  return (
    <FormDialog
      title="Is this loan repaid?"
      domain={unicodeName}
      facts={facts}
      effect="Interest stops on the payment date once it is confirmed."
      action={button.label}
      schema={paymentClaimSchema(days)}
      initial={{ date: days.to, method: '', reference: '' }}
      onSubmit={(claim) => run({ id, ...claim }, 'Repayment claimed')}
      onClose={onClose}
    >
      <PayeeHint loan={loan} />
      <PaymentFields days={days} />
    </FormDialog>
  );
}
