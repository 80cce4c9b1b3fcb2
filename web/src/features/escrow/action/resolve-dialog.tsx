/** The operator resolves a dispute and gives a reason that both parties read. */

import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResolveOutcome } from '../../../graph/schema.generated.ts';
import { matchesName, TypedName } from '../../../ui/dialog/typed-name.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { OfferedOutcome } from './dispute/read-continuation.ts';
import { readContinuation } from './dispute/read-continuation.ts';
import { RejectedPayments } from './dispute/rejected-payments.tsx';
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
    CONTINUE_MAY_SEIZE: `The dispute ends. After that, ${lenderName} may take ${unicodeName} at any time until the loan is repaid.`,
    RETURN: `The loan is closed, and ${unicodeName} returns to ${borrowerName}.`,
    SEIZE: `The loan is closed, and ${unicodeName} goes to ${lenderName} and settles the debt.`,
    PLATFORM: `The loan is closed. Nameloan holds ${unicodeName} until an operator releases it to one of them.`,
    REFINANCED: `This loan is closed as repaid, and ${unicodeName} secures the new loan.`,
  };
}

/** The button's label for an outcome that moves the domain. */
function nameEffect(loan: Loan, outcome: OfferedOutcome<ResolveOutcome>): string | undefined {
  const { unicodeName, borrowerName, lenderName } = loan;
  if (outcome === 'RETURN') return `Return ${unicodeName} to ${getFirstName(borrowerName)}`;
  if (outcome === 'SEIZE') return `Give ${unicodeName} to ${getFirstName(lenderName)}`;
  return outcome === 'PLATFORM' ? `Hold ${unicodeName}` : undefined;
}

export function ResolveDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ResolveDocument, onClose);
  const [outcome, setOutcome] = useState<OfferedOutcome<ResolveOutcome>>();
  const [typed, type] = useState('');
  const [rejected, setRejected] = useState<string[]>([]);
  const choose = (chosen: OfferedOutcome<ResolveOutcome>) => {
    setOutcome(chosen);
    type('');
  };
  const effect = outcome && nameEffect(loan, outcome);
  const continues = outcome === 'CONTINUE' || outcome === 'CONTINUE_MAY_SEIZE';
  return (
    <FormDialog
      title="Resolve this dispute?"
      domain={loan.unicodeName}
      effect={`${loan.borrowerName} and ${loan.lenderName} will both read your reason. You can’t undo this.`}
      action={effect ?? button.label}
      danger={effect !== undefined}
      incomplete={effect !== undefined && !matchesName(typed, loan.unicodeName)}
      schema={schema}
      initial={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        if (!outcome) return { message: 'Choose an outcome first.' };
        const decision = { ...readContinuation(outcome), reason };
        const rejection = continues && rejected.length > 0 ? { rejectPayments: rejected } : {};
        await run({ id: loan.id, ...decision, ...rejection }, 'Dispute resolved');
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
        {continues && <RejectedPayments loan={loan} rejected={rejected} onChange={setRejected} />}
        <TextAreaField name="reason" label="Reason" rows={4} />
        {effect !== undefined && <TypedName name={loan.unicodeName} typed={typed} onType={type} />}
      </div>
    </FormDialog>
  );
}
