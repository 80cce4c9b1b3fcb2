/** The payer reports the agreed money of an amendment; its amount is fixed. */

import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PayeeHint } from '../action/payment/payee-hint.tsx';
import { PaymentFields, paymentClaimSchema } from '../action/payment-fields.tsx';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import { ReportPaymentDocument } from '../repayments/repayments.generated.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import type { AmendmentDialogProps } from './dialog-props.ts';

/** What happens without the payee's answer. */
const describeSilence = ({ payer }: AmendmentDialogProps['amendment']): string =>
  payer === 'LENDER'
    ? 'Without an answer within 5 days it counts as received.'
    : 'If the amendment lapses first, the money is a repayment.';

export function ReportAgreedMoneyDialog({ loan, amendment, onClose }: AmendmentDialogProps) {
  const run = usePaymentAction(ReportPaymentDocument, onClose);
  const { id, receivedAt, unicodeName } = loan;
  const { n, amountDue } = amendment;
  const amount = amountDue ?? 0;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const payee = getFirstName(getCounterpartyName(loan));
  return (
    <FormDialog
      title={`Report ${formatMoney(amount)}`}
      domain={unicodeName}
      facts={[{ label: `Agreed money of amendment ${n}`, value: formatMoney(amount) }]}
      effect={`Send exactly this amount to ${payee} first. Once ${payee} confirms it, the new terms count from the day of the payment. ${describeSilence(amendment)}`}
      action="Report Payment"
      schema={paymentClaimSchema(days)}
      initial={{ date: days.to, method: '', reference: '' }}
      onSubmit={(payment) =>
        run({ id, ...payment, amount, leg: 'AMENDMENT', amendment: n }, 'Payment reported')
      }
      onClose={onClose}
    >
      <PayeeHint loan={loan} />
      <PaymentFields days={days} />
    </FormDialog>
  );
}
