/** The operator resolves a dispute and gives a reason that both parties read. */

import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResolveOutcome } from '../../../graph/schema.generated.ts';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import type { OfferedOutcome } from './dispute/read-continuation.ts';
import { readContinuation } from './dispute/read-continuation.ts';
import { FormDialog } from './form-dialog.tsx';
import { listChoices } from './list-choices.ts';
import { ResolveDocument } from './loan-actions.generated.ts';
import { OutcomeChoice } from './outcome-choice.tsx';
import { reasonRule } from './reason-rule.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

const schema = z.object({ reason: reasonRule() });

function describeEffects(loan: Loan): Record<OfferedOutcome<ResolveOutcome>, string> {
  const { unicodeName, borrowerName, lenderName } = loan;
  return {
    CONTINUE: 'The dispute ends, and the loan continues as before.',
    CONTINUE_MAY_SEIZE: `The dispute ends. From then on ${lenderName} may take ${unicodeName} at any time until the loan is repaid.`,
    RETURN: `The loan is closed, and ${unicodeName} returns to ${borrowerName}.`,
    SEIZE: `The loan is closed, and ${unicodeName} goes to ${lenderName} in full satisfaction.`,
    PLATFORM: `The loan is closed. Nameloan holds ${unicodeName} until an operator releases it to one of them.`,
  };
}

export function ResolveDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ResolveDocument, onClose);
  const [outcome, choose] = useState<OfferedOutcome<ResolveOutcome>>();
  return (
    <FormDialog
      title="Resolve this dispute?"
      domain={loan.unicodeName}
      effect={`${loan.borrowerName} and ${loan.lenderName} will both read your reason. You can’t undo this.`}
      action={button.label}
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        if (!outcome) return { message: 'Choose an outcome first.' };
        await run({ id: loan.id, ...readContinuation(outcome), reason }, 'Dispute resolved');
      }}
      onClose={onClose}
    >
      <div className="space-y-4">
        <OutcomeChoice
          question="How does it end?"
          choices={listChoices(button, describeEffects(loan))}
          chosen={outcome}
          onChoose={choose}
        />
        <TextAreaField name="reason" label="Reason" rows={4} />
      </div>
    </FormDialog>
  );
}
