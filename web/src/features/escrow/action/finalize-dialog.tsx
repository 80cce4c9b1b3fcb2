/** Closes a running loan: the lender returns or takes the domain, the borrower gives it up. */

import { formatMoney } from '../../../format/money.ts';
import type { FinalizeOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import { listChoices } from './list-choices.ts';
import { FinalizeDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

function describeEffects(loan: Loan): Record<FinalizeOutcome, string> {
  const { unicodeName, borrowerName, lenderName, payoff } = loan;
  const check = payoff === null ? '' : ` Check first that you received ${formatMoney(payoff)}.`;
  const debt = payoff === null ? 'The debt' : `The debt of ${formatMoney(payoff)}`;
  return {
    RETURN: `The loan ends as repaid, and ${unicodeName} returns to ${borrowerName}.${check}`,
    SEIZE: `${unicodeName} becomes yours in full satisfaction of the loan. ${debt} is settled; neither of you owes anything more.`,
    SURRENDER: `${unicodeName} goes to ${lenderName} for good. ${debt} is settled; nothing more is owed.`,
  };
}

const banners: Record<FinalizeOutcome, string> = {
  RETURN: 'Loan finalized',
  SEIZE: 'Domain taken',
  SURRENDER: 'Domain given up',
};

export function FinalizeDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(FinalizeDocument, onClose);
  return (
    <ChoiceDialog
      title="Finalize this loan?"
      domain={loan.unicodeName}
      about="This closes the loan. You can’t undo it."
      question="How does it end?"
      choices={listChoices(button, describeEffects(loan))}
      action={button.label}
      onConfirm={(outcome) => run({ id: loan.id, outcome }, banners[outcome])}
      onClose={onClose}
    />
  );
}
