/** The lender denies a repayment claim and gives the reason. */

import * as z from 'zod/mini';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { DenyRepaidDocument } from './loan-actions.generated.ts';
import { reasonRule } from './reason-rule.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

const schema = z.object({ reason: reasonRule() });

export function DenyRepaidDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(DenyRepaidDocument, onClose);
  const { id, borrowerName, unicodeName } = loan;
  return (
    <FormDialog
      title="Deny the repayment?"
      domain={unicodeName}
      effect={`Lets ${getFirstName(borrowerName)} know the payment hasn’t arrived. The loan and its interest continue. ${getFirstName(borrowerName)} can claim again, and either of you can escalate.`}
      action={button.label}
      danger
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => run({ id, reason }, 'Repayment denied')}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Why are you denying it?" rows={4} />
    </FormDialog>
  );
}
