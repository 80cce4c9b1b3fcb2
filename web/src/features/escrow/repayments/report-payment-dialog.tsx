/** The borrower reports a payment: a part of the debt, or all of it. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PayeeHint } from '../action/payment/payee-hint.tsx';
import { PaymentFields, paymentClaimSchema } from '../action/payment-fields.tsx';
import { findInstalment } from '../instalment.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { ReportPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

/** What is due now: all that is overdue, or the next instalment. Empty for a loan with one payment. */
function suggestAmount(loan: Loan): string {
  const instalment = findInstalment(loan);
  if (!instalment) return '';
  return `${(loan.cureAmount || instalment.amount) / 100}`;
}

export function ReportPaymentDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const run = usePaymentAction(ReportPaymentDocument, onClose);
  const { id, payoff, payoffIfDenied, receivedAt, lenderName, unicodeName } = loan;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const lender = getFirstName(lenderName);
  const owed = payoffIfDenied ?? payoff;
  return (
    <FormDialog
      title="Report a payment"
      domain={unicodeName}
      facts={[{ label: 'Payoff today', value: owed === null ? '–' : formatMoney(owed) }]}
      effect={`Asks ${lender} to confirm it. After 10 days without an answer it counts. A payment of the whole payoff claims repayment instead.`}
      action="Report Payment"
      schema={z.extend(paymentClaimSchema(days), { amount: moneyRule() })}
      initial={{ amount: suggestAmount(loan), date: days.to, method: '', reference: '' }}
      onSubmit={(payment) => run({ id, ...payment }, 'Payment reported')}
      onClose={onClose}
    >
      <PayeeHint loan={loan} />
      <div className="mb-4">
        <MoneyField name="amount" label="Amount" />
      </div>
      <PaymentFields days={days} />
    </FormDialog>
  );
}
