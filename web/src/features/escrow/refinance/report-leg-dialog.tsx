/** Reports a payment of a refinancing on the new loan: to the old lender, or the surplus to the borrower. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PaymentFields, paymentClaimSchema } from '../action/payment-fields.tsx';
import type { Leg } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { ReportPaymentDocument } from '../repayments/repayments.generated.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import type { DueLeg } from './due-leg.ts';

const labels: Record<Leg, string> = {
  PAYOFF: 'Payoff today',
  TOP_UP: 'Rest of the payoff today',
  SURPLUS: 'Left of the loan',
};

const hints: Record<Leg, string> = {
  PAYOFF: 'To the cent: the payoff of the payment date, at most the new loan',
  TOP_UP: 'At most the rest of the payoff',
  SURPLUS: 'At most what is left of the loan',
};

function describeEffect({ leg }: DueLeg, { borrowerName }: Loan): string {
  if (leg === 'SURPLUS')
    return `Asks ${getFirstName(borrowerName)} to confirm it. After 5 days without an answer it counts.`;
  const held = leg === 'PAYOFF' ? ' Until then, the domain can’t be taken.' : '';
  return `Asks the old lender to confirm it; after 10 days without an answer an operator decides.${held}`;
}

export interface ReportLegDialogProps {
  loan: Loan;
  due: DueLeg;
  onClose: () => void;
}

export function ReportLegDialog({ loan, due, onClose }: ReportLegDialogProps) {
  const run = usePaymentAction(ReportPaymentDocument, onClose);
  const { id, unicodeName, createdAt, receivedAt } = loan;
  const { leg, amount } = due;
  const days = { from: (receivedAt ?? createdAt).slice(0, 10), to: businessToday() };
  return (
    <FormDialog
      title={`Report ${formatMoney(amount)}`}
      domain={unicodeName}
      facts={[{ label: labels[leg], value: formatMoney(amount) }]}
      effect={describeEffect(due, loan)}
      action="Report Payment"
      schema={z.extend(paymentClaimSchema(days), { amount: moneyRule() })}
      initial={{ amount: `${amount / 100}`, date: days.to, method: '', reference: '' }}
      onSubmit={(payment) => run({ id, ...payment, leg }, 'Payment reported')}
      onClose={onClose}
    >
      <div className="mb-4">
        <MoneyField name="amount" label="Amount" hint={hints[leg]} />
      </div>
      <PaymentFields days={days} />
    </FormDialog>
  );
}
