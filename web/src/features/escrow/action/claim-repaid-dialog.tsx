/** The borrower claims that the loan is repaid and gives the payment's details. */

import { formatMoney } from '../../../format/money.ts';
import { formatShortDay } from '../../../format/short-day.ts';
import { businessNow, businessToday } from '../../../graph/business-time.ts';
import { isUnseizable } from '../../../ui/loan/is-unseizable.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { ClaimRepaidDocument } from './loan-actions.generated.ts';
import { PayeeHint } from './payment/payee-hint.tsx';
import { PaymentFields, paymentClaimSchema } from './payment-fields.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

/** The due date, and what follows without a repayment. */
function describeDue(loan: Loan, dueAt: string): string {
  const { graceEndsAt, lenderName, unicodeName, maySeize, stage, nextDue } = loan;
  const now = businessNow();
  const due = formatShortDay(dueAt, now);
  const lender = getFirstName(lenderName);
  if (isUnseizable(loan) && graceEndsAt)
    return `${due}. After ${formatShortDay(graceEndsAt, now)} an operator may decide`;
  if (maySeize || stage === 'OVERDUE')
    return `${due}. Until you repay, ${lender} may take ${unicodeName} at any time`;
  // An earlier instalment has its own due date.
  const isLast = !nextDue || nextDue.instalment === nextDue.instalments;
  if (!graceEndsAt || !isLast) return due;
  return `${due}. After ${formatShortDay(graceEndsAt, now)} ${lender} may take ${unicodeName}`;
}

export function ClaimRepaidDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ClaimRepaidDocument, onClose);
  const { id, payoff, receivedAt, dueAt, lenderName, unicodeName } = loan;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const lender = getFirstName(lenderName);
  const facts = [
    { label: 'Payoff today', value: payoff === null ? '–' : formatMoney(payoff) },
    ...(dueAt ? [{ label: 'Due', value: describeDue(loan, dueAt) }] : []),
    { label: `${lender} confirms or denies`, value: 'Within 10 days, or an operator decides' },
    { label: 'Once confirmed', value: `${unicodeName} returns to you` },
  ];
  return (
    <FormDialog
      title="Is this loan repaid?"
      domain={unicodeName}
      facts={facts}
      before={`Send the money first: this only reports it to ${lender}.`}
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
