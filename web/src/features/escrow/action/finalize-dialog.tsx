/** Ends a posted loan: the lender returns the domain or takes it, the borrower gives it up. */

import { formatMoney } from '../../../format/money.ts';
import type { EscrowAction, FinalizeOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { ChooseDialog } from './choice-dialog.tsx';
import { FinalizeDocument } from './loan-actions.generated.ts';
import type { Choice } from './outcome-choice.tsx';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

interface Words {
  action: EscrowAction;
  label: string;
  effect: string;
}

function wordsOf(loan: Loan): Partial<Record<FinalizeOutcome, Words>> {
  const { role, unicodeName, borrowerName, lenderName, payoff } = loan;
  const takes = payoff === null ? '' : ` Make sure that ${formatMoney(payoff)} has reached you.`;
  const debt = payoff === null ? 'The debt' : `The debt of ${formatMoney(payoff)}`;
  if (role === 'BORROWER')
    return {
      SURRENDER: {
        action: 'FINALIZE_SURRENDER',
        label: 'Give the domain up',
        effect: `${unicodeName} goes to ${lenderName} for good. ${debt} ends with it; nothing more is owed.`,
      },
    };
  return {
    RETURN: {
      action: 'FINALIZE_RETURN',
      label: 'It is repaid: return the domain',
      effect: `The loan ends as repaid, and ${unicodeName} goes back to ${borrowerName}.${takes}`,
    },
    SEIZE: {
      action: 'FINALIZE_SEIZE',
      label: 'It was not repaid: take the domain',
      effect: `${unicodeName} becomes yours in full satisfaction of the loan. ${debt} ends; nothing more is owed to either side.`,
    },
  };
}

const done: Record<FinalizeOutcome, string> = {
  RETURN: 'Loan finalized',
  SEIZE: 'Domain taken',
  SURRENDER: 'Domain given up',
};

function choicesOf(loan: Loan): Choice<FinalizeOutcome>[] {
  const found = Object.entries(wordsOf(loan)) as [FinalizeOutcome, Words][];
  return found.map(([key, { action, label, effect }]) => ({
    key,
    label,
    effect,
    offBecause: loan.actions.includes(action)
      ? undefined
      : (loan.blockedActions.find((one) => one.action === action)?.message ??
        'This is not possible now.'),
  }));
}

export function FinalizeDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(FinalizeDocument, onClose);
  return (
    <ChooseDialog
      title="Finalize this loan?"
      domain={loan.unicodeName}
      about="This closes the loan for good and cannot be taken back."
      question="How does it end?"
      choices={choicesOf(loan)}
      action="Finalize"
      onChosen={(outcome) => move({ id: loan.id, outcome }, done[outcome])}
      onClose={onClose}
    />
  );
}
