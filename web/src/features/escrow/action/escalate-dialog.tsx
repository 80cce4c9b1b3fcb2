/** Either party asks for an operator. */

import * as z from 'zod/mini';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { otherName } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { EscalateDocument } from './loan-actions.generated.ts';
import { optionalTextUpTo } from './reason-rule.ts';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

const schema = z.object({ reason: optionalTextUpTo(1_000), evidence: optionalTextUpTo(4_000) });

export function EscalateDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(EscalateDocument, onClose);
  const { id, unicodeName } = loan;
  return (
    <FormDialog
      title="Escalate this loan?"
      domain={unicodeName}
      effect={`An operator looks at the loan and decides what becomes of the domain, unless you and ${otherName(loan)} settle it first. The operator reads the chat, and both of you can add files.`}
      action="Escalate"
      danger
      schema={schema}
      initial={{ reason: '', evidence: '' }}
      onSubmit={({ reason, evidence }) =>
        move({ id, reason: reason || null, evidence: evidence || null }, 'Loan escalated')
      }
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextAreaField
          name="reason"
          label="What went wrong (optional)"
          hint="Both parties and the operator read it"
        />
        <TextAreaField
          name="evidence"
          label="What shows it (optional)"
          hint="Dates, references, quotes. Files can be added after this"
        />
      </div>
    </FormDialog>
  );
}
