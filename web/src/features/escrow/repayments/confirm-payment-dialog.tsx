/** The payee confirms a payment, or corrects the amount that arrived. */

import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { parseMoney } from '../../../format/parse-money.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { optionalMoneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { describeLegConfirmation } from '../legs/describe-leg.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { Payment } from './describe-payment.ts';
import { isAdvance } from './describe-payment.ts';
import { ConfirmPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

export interface AnswerDialogProps {
  loan: Loan;
  payment: Payment;
  onClose: () => void;
}

const schema = z.object({ amount: optionalMoneyRule() });

/** `amount` is what arrived, US cents. */
function describeEffect(loan: Loan, payment: Payment, amount: number): string {
  const { acceleratedAt, borrowerName, payoff, repaymentClaim } = loan;
  const { id, amendment, date } = payment;
  const borrower = getFirstName(borrowerName);
  const leg = describeLegConfirmation(loan, payment);
  if (leg !== undefined) return leg;
  if (repaymentClaim?.paymentId === id) {
    const more = payoff === null ? 0 : amount - payoff;
    if (amount < payment.amount && more < 0)
      return `${formatMoney(amount)} counts as a payment. The loan goes on, unless that is all that was owed on the day of the payment.`;
    const owed =
      more > 0
        ? ` It is ${formatMoney(more)} more than the payoff: you owe that to ${borrower}.`
        : '';
    return `This payment covers the loan: confirming it closes the loan, and the domain returns to ${borrower}.${owed}`;
  }
  if (isAdvance(payment))
    return `Amendment ${amendment} takes effect: the principal grows and bears interest from the day of this payment.`;
  if (amendment !== null)
    return `Amendment ${amendment} takes effect on the day of this payment, if it is still open. If it didn’t arrive in full, deny it and say what is missing.`;
  const isBefore = acceleratedAt && date && date <= acceleratedAt.slice(0, 10);
  const cures = isBefore
    ? ' If it covers all that was overdue then, it undoes the acceleration.'
    : '';
  return `The payment lowers what ${borrower} owes from its day.${cures}`;
}

/** The consequence is above the form that has the amount. */
function WatchAmount({ onType }: { onType: (cents: number | undefined) => void }) {
  const { amount = '' } = useWatch<{ amount: string }>();
  const report = useEffectEvent(onType);
  useEffect(() => report(parseMoney(amount)), [amount]);
  return null;
}

export function ConfirmPaymentDialog({ loan, payment, onClose }: AnswerDialogProps) {
  const run = usePaymentAction(ConfirmPaymentDocument, onClose);
  const { id, unicodeName } = loan;
  const { id: paymentId, amount: reported } = payment;
  const [arrived, setArrived] = useState(reported);
  return (
    <FormDialog
      title={`Confirm ${formatMoney(reported)}?`}
      domain={unicodeName}
      effect={`Check your account first. ${describeEffect(loan, payment, arrived)} You can’t undo this.`}
      action="Confirm Payment"
      schema={schema}
      initial={{ amount: '' }}
      onSubmit={({ amount }) => run({ id, paymentId, amount }, 'Payment confirmed')}
      onClose={onClose}
    >
      {payment.amendment === null && (
        <>
          <MoneyField
            name="amount"
            label="Amount that arrived (optional)"
            hint={`Only if it isn’t ${formatMoney(reported)}`}
          />
          <WatchAmount onType={(cents) => setArrived(cents ?? reported)} />
        </>
      )}
    </FormDialog>
  );
}
