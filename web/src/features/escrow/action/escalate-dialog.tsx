/** A party escalates the loan to an operator. */

import * as z from 'zod/mini';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { EscalateDocument } from './loan-actions.generated.ts';
import { optionalTextUpTo } from './reason-rule.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

const schema = z.object({ reason: optionalTextUpTo(1_000), evidence: optionalTextUpTo(4_000) });

export function EscalateDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(EscalateDocument, onClose);
  const { id, unicodeName } = loan;
  return (
    <FormDialog
      title="Escalate this loan?"
      domain={unicodeName}
      effect={`An operator reviews the loan and decides who gets the domain, unless you and ${getCounterpartyName(loan)} settle first. The operator can read the chat, and both of you can add files.`}
      action={button.label}
      danger
      schema={schema}
      initial={{ reason: '', evidence: '' }}
      onSubmit={({ reason, evidence }) =>
        run({ id, reason: reason || null, evidence: evidence || null }, 'Loan escalated')
      }
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextAreaField
          name="reason"
          label="What went wrong (optional)"
          hint="Visible to both of you and the operator"
        />
        <TextAreaField
          name="evidence"
          label="Evidence (optional)"
          hint="Dates, references, quotes. You can add files later"
        />
      </div>
    </FormDialog>
  );
}
