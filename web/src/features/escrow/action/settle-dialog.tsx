/** A party proposes how the dispute should end; it ends once both parties choose the same outcome. */

import type { SettleOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import type { OfferedOutcome } from './dispute/read-continuation.ts';
import { readContinuation } from './dispute/read-continuation.ts';
import { listChoices } from './list-choices.ts';
import { SettleDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

function describeEffects({ settlement, role, unicodeName, borrowerName, lenderName }: Loan) {
  const effects: Record<OfferedOutcome<SettleOutcome>, string> = {
    CONTINUE: 'The dispute ends, and the loan continues as before.',
    CONTINUE_MAY_SEIZE: `The dispute ends. From then on ${lenderName} may take ${unicodeName} at any time until the loan is repaid.`,
    RETURN: `The loan counts as repaid, and ${unicodeName} returns to ${borrowerName}.`,
    SEIZE: `${unicodeName} goes to ${lenderName} in full satisfaction; nothing more is owed.`,
  };
  if (!settlement || settlement.by === role) return effects;
  const outcome = settlement.maySeize ? 'CONTINUE_MAY_SEIZE' : settlement.outcome;
  const proposed = `Proposed to you; choosing it ends the dispute. ${effects[outcome]}`;
  return { ...effects, [outcome]: proposed };
}

export function SettleDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(SettleDocument, onClose);
  return (
    <ChoiceDialog
      title="Settle this dispute?"
      domain={loan.unicodeName}
      about={`If you and ${getCounterpartyName(loan)} both choose the same outcome, the dispute ends without an operator. A new choice replaces your last one.`}
      question="How should it end?"
      choices={listChoices(button, describeEffects(loan))}
      action={button.label}
      onConfirm={(outcome) =>
        run({ id: loan.id, ...readContinuation(outcome) }, ({ settleDispute }) =>
          settleDispute.status === 'ESCALATED' ? 'Settlement proposed' : 'Dispute settled',
        )
      }
      onClose={onClose}
    />
  );
}
