/** The lender denies a claim of repayment, with the reason. */

import * as z from 'zod/mini';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { DenyRepaidDocument } from './loan-actions.generated.ts';
import { reasonRule } from './reason-rule.ts';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

const schema = z.object({ reason: reasonRule() });

export function DenyRepaidDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(DenyRepaidDocument, onClose);
  const { id, borrowerName, unicodeName } = loan;
  return (
    <FormDialog
      title="Deny the repayment?"
      domain={unicodeName}
      effect={`You tell ${borrowerName} that the money did not arrive. The loan goes on, and interest with it; they can claim again, and both of you can escalate.`}
      action="Deny Repaid"
      danger
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={({ reason }) => move({ id, reason }, 'Repayment denied')}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="What is wrong with it" rows={4} />
    </FormDialog>
  );
}
