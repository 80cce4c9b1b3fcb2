/** The operator releases a domain that a decision gave to the platform. */

import type { ReleaseOutcome } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import type { ChoiceDetail } from './list-choices.ts';
import { listChoices } from './list-choices.ts';
import { ReleaseDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

function describeEffects(loan: Loan): Record<ReleaseOutcome, ChoiceDetail> {
  const { unicodeName, borrowerName, lenderName } = loan;
  const describe = (name: string): ChoiceDetail => ({
    effect: `${unicodeName} moves to the account of ${name}.`,
    action: `Release to ${getFirstName(name)}`,
    danger: true,
    typesName: true,
  });
  return { BORROWER: describe(borrowerName), LENDER: describe(lenderName) };
}

export function ReleaseDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ReleaseDocument, onClose);
  return (
    <ChoiceDialog
      title="Release this domain?"
      domain={loan.unicodeName}
      about={`${loan.borrowerName} and ${loan.lenderName} are both notified. You can’t undo this.`}
      question="Who gets it?"
      choices={listChoices(button, describeEffects(loan))}
      action={button.label}
      onConfirm={(to) => run({ id: loan.id, to }, 'Domain released')}
      onClose={onClose}
    />
  );
}
