/** The borrower reports a payment to the lender who sold the loan; it counts until the day after the notice. */

import * as z from 'zod/mini';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PaymentFields, paymentClaimSchema } from '../action/payment-fields.tsx';
import type { Loan } from '../loan-parties.ts';
import { ReportPaymentToSellerDocument } from './sale.generated.ts';
import type { LoanSale } from './use-loan-sale.ts';
import { useSaleAction } from './use-sale-action.ts';

export interface ReportToSellerDialogProps {
  loan: Loan;
  sale: LoanSale['sales'][number];
  onClose: () => void;
}

export function ReportToSellerDialog({ loan, sale, onClose }: ReportToSellerDialogProps) {
  const run = useSaleAction(ReportPaymentToSellerDocument, onClose);
  const { id, payoff, payoffIfDenied, receivedAt, unicodeName } = loan;
  const { sellerName, paySellerUntil } = sale;
  const today = businessToday();
  const to = today < paySellerUntil ? today : paySellerUntil;
  const days = { from: receivedAt?.slice(0, 10), to };
  const owed = payoffIfDenied ?? payoff;
  return (
    <FormDialog
      title={`Report a payment to ${sellerName}`}
      domain={unicodeName}
      facts={[{ label: 'Payoff today', value: owed === null ? '–' : formatMoney(owed) }]}
      effect={`Asks ${sellerName} to confirm it. Only payments until ${formatDay(paySellerUntil)} count.`}
      action="Report Payment"
      schema={z.extend(paymentClaimSchema(days), { amount: moneyRule() })}
      initial={{ amount: '', date: to, method: '', reference: '' }}
      onSubmit={(payment) => run({ id, ...payment }, 'Payment reported')}
      onClose={onClose}
    >
      <div className="mb-4">
        <MoneyField name="amount" label="Amount" />
      </div>
      <PaymentFields days={days} />
    </FormDialog>
  );
}
