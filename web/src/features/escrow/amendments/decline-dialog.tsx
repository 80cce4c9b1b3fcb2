/** The other party declines a proposed amendment and gives the reason. */

import * as z from 'zod/mini';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { FormDialog } from '../action/form-dialog.tsx';
import { reasonRule } from '../action/reason-rule.ts';
import { getCounterpartyName, getFirstName } from '../loan-parties.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import { DeclineAmendmentDocument } from './amendments.generated.ts';
import type { AmendmentDialogProps } from './dialog-props.ts';

const schema = z.object({ reason: reasonRule() });

export function DeclineDialog({ loan, amendment: { n }, onClose }: AmendmentDialogProps) {
  const run = usePaymentAction(DeclineAmendmentDocument, onClose);
  const other = getFirstName(getCounterpartyName(loan));
  return (
    <FormDialog
      title={`Decline amendment ${n}?`}
      domain={loan.unicodeName}
      effect={`The present terms stay. ${other} is notified and can propose another amendment.`}
      action="Decline Amendment"
      danger
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => run({ id: loan.id, n, reason }, 'Amendment declined')}
      onClose={onClose}
    >
      <TextAreaField
        name="reason"
        label="Why are you declining it?"
        hint={`Visible to ${other} and to operators`}
        rows={4}
      />
    </FormDialog>
  );
}
