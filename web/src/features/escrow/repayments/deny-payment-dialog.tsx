/** The payee denies a payment and gives the reason. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { FormDialog } from '../action/form-dialog.tsx';
import { reasonRule } from '../action/reason-rule.ts';
import { describeLegDenial } from '../legs/describe-leg.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import type { AnswerDialogProps } from './confirm-payment-dialog.tsx';
import { isAdvance } from './describe-payment.ts';
import { DenyPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

const schema = z.object({ reason: reasonRule() });

export function DenyPaymentDialog({ loan, payment, onClose }: AnswerDialogProps) {
  const run = usePaymentAction(DenyPaymentDocument, onClose);
  const { id, unicodeName } = loan;
  const payer = getFirstName(getCounterpartyName(loan));
  const rest = isAdvance(payment) ? 'The principal' : `What ${payer} owes`;
  return (
    <FormDialog
      title={`Deny ${formatMoney(payment.amount)}?`}
      domain={unicodeName}
      effect={
        describeLegDenial(loan, payment) ??
        `Lets ${payer} know the payment hasn’t arrived. ${rest} stays the same, and either of you can escalate.`
      }
      action="Deny Payment"
      danger
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => run({ id, paymentId: payment.id, reason }, 'Payment denied')}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Why are you denying it?" rows={4} />
    </FormDialog>
  );
}
