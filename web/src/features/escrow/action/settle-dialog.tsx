/** One party of a dispute says how it should end; once both say the same, it does. */

import type { SettleOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { otherName } from '../loan-parties.ts';
import { ChooseDialog } from './choice-dialog.tsx';
import { SettleDocument } from './loan-actions.generated.ts';
import type { Choice } from './outcome-choice.tsx';
import { settleLabels } from './outcome-labels.ts';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

function choicesOf({ settlement, role, unicodeName, borrowerName, lenderName }: Loan) {
  const effects: Record<SettleOutcome, string> = {
    CONTINUE: 'The dispute ends, and the loan is as it was before.',
    RETURN: `The loan counts as repaid, and ${unicodeName} goes back to ${borrowerName}.`,
    SEIZE: `${unicodeName} goes to ${lenderName} in full satisfaction; nothing more is owed.`,
  };
  const stands = settlement?.outcome;
  const mine = settlement?.by === role;
  return (Object.keys(effects) as SettleOutcome[]).map(
    (key): Choice<SettleOutcome> => ({
      key,
      label: settleLabels[key],
      effect:
        stands === key && !mine ? `Proposed to you: this ends it. ${effects[key]}` : effects[key],
      offBecause:
        stands === key && mine
          ? 'You have proposed this; the other party has yet to agree.'
          : undefined,
    }),
  );
}

export function SettleDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(SettleDocument, onClose);
  return (
    <ChooseDialog
      title="Settle this dispute?"
      domain={loan.unicodeName}
      about={`Once you and ${otherName(loan)} say the same, the dispute ends that way, without an operator. A new proposal takes the place of the one before.`}
      question="How should it end?"
      choices={choicesOf(loan)}
      action="Settle"
      onChosen={(outcome) =>
        move({ id: loan.id, outcome }, ({ settleDispute }) =>
          settleDispute.status === 'ESCALATED' ? 'Settlement proposed' : 'Dispute settled',
        )
      }
      onClose={onClose}
    />
  );
}
