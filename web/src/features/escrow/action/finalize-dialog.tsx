/** Closes a running loan: the lender returns or takes the domain, the borrower gives it up. */

import { formatMoney } from '../../../format/money.ts';
import type { EscrowAction, FinalizeOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { FinalizeDocument } from './loan-actions.generated.ts';
import type { Choice } from './outcome-choice.tsx';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

interface OutcomeText {
  action: EscrowAction;
  label: string;
  effect: string;
}

function describeOutcomes(loan: Loan): Partial<Record<FinalizeOutcome, OutcomeText>> {
  const { role, unicodeName, borrowerName, lenderName, payoff } = loan;
  const check = payoff === null ? '' : ` Check first that you received ${formatMoney(payoff)}.`;
  const debt = payoff === null ? 'The debt' : `The debt of ${formatMoney(payoff)}`;
  if (role === 'BORROWER')
    return {
      SURRENDER: {
        action: 'FINALIZE_SURRENDER',
        label: 'Give up the domain',
        effect: `${unicodeName} goes to ${lenderName} for good. ${debt} is settled; nothing more is owed.`,
      },
    };
  return {
    RETURN: {
      action: 'FINALIZE_RETURN',
      label: 'Repaid: return the domain',
      effect: `The loan ends as repaid, and ${unicodeName} returns to ${borrowerName}.${check}`,
    },
    SEIZE: {
      action: 'FINALIZE_SEIZE',
      label: 'Not repaid: take the domain',
      effect: `${unicodeName} becomes yours in full satisfaction of the loan. ${debt} is settled; neither of you owes anything more.`,
    },
  };
}

const banners: Record<FinalizeOutcome, string> = {
  RETURN: 'Loan finalized',
  SEIZE: 'Domain taken',
  SURRENDER: 'Domain given up',
};

function listChoices(loan: Loan): Choice<FinalizeOutcome>[] {
  const outcomes = Object.entries(describeOutcomes(loan)) as [FinalizeOutcome, OutcomeText][];
  return outcomes.map(([key, { action, label, effect }]) => ({
    key,
    label,
    effect,
    disabledReason: loan.actions.includes(action)
      ? undefined
      : (loan.blockedActions.find((one) => one.action === action)?.message ??
        'This isn’t possible now.'),
  }));
}

export function FinalizeDialog({ loan, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(FinalizeDocument, onClose);
  return (
    <ChoiceDialog
      title="Finalize this loan?"
      domain={loan.unicodeName}
      about="This closes the loan. You can’t undo it."
      question="How does it end?"
      choices={listChoices(loan)}
      action="Finalize"
      onConfirm={(outcome) => run({ id: loan.id, outcome }, banners[outcome])}
      onClose={onClose}
    />
  );
}
