/** The lender declares the whole debt due after a missed payment. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { AccelerateDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

const schema = z.object({ reason: z.string().check(z.maxLength(1000)) });

export function AccelerateDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(AccelerateDocument, onClose);
  const { id, borrowerName, unicodeName, payoff } = loan;
  return (
    <FormDialog
      title="Accelerate the loan?"
      domain={unicodeName}
      effect={`Makes the whole debt due${payoff === null ? '' : `, ${formatMoney(payoff)} today`}, and lets ${getFirstName(borrowerName)} know. If it isn’t repaid within 7 days, you may take ${unicodeName}. A payment made by today that covers all that is overdue undoes it, even if you confirm it later. You can’t undo it yourself.`}
      action={button.label}
      danger
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => run({ id, reason: reason.trim() || null }, 'Loan accelerated')}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Message (optional)" rows={4} />
    </FormDialog>
  );
}
