/** A party proposes how the dispute should end; it ends once both parties choose the same outcome. */

import type { SettleOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { SettleDocument } from './loan-actions.generated.ts';
import type { Choice } from './outcome-choice.tsx';
import { settleLabels } from './outcome-labels.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

function listChoices({ settlement, role, unicodeName, borrowerName, lenderName }: Loan) {
  const effects: Record<SettleOutcome, string> = {
    CONTINUE: 'The dispute ends, and the loan continues as before.',
    RETURN: `The loan counts as repaid, and ${unicodeName} returns to ${borrowerName}.`,
    SEIZE: `${unicodeName} goes to ${lenderName} in full satisfaction; nothing more is owed.`,
  };
  const proposed = settlement?.outcome;
  const mine = settlement?.by === role;
  return (Object.keys(effects) as SettleOutcome[]).map(
    (key): Choice<SettleOutcome> => ({
      key,
      label: settleLabels[key],
      effect:
        proposed === key && !mine
          ? `Proposed to you; choosing it ends the dispute. ${effects[key]}`
          : effects[key],
      disabledReason:
        proposed === key && mine
          ? 'You proposed this. The other party hasn’t agreed yet.'
          : undefined,
    }),
  );
}

export function SettleDialog({ loan, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(SettleDocument, onClose);
  return (
    <ChoiceDialog
      title="Settle this dispute?"
      domain={loan.unicodeName}
      about={`If you and ${getCounterpartyName(loan)} both choose the same outcome, the dispute ends without an operator. A new choice replaces your last one.`}
      question="How should it end?"
      choices={listChoices(loan)}
      action="Settle"
      onConfirm={(outcome) =>
        run({ id: loan.id, outcome }, ({ settleDispute }) =>
          settleDispute.status === 'ESCALATED' ? 'Settlement proposed' : 'Dispute settled',
        )
      }
      onClose={onClose}
    />
  );
}
