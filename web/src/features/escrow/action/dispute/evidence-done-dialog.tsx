/** A party of a dispute says that its evidence is complete. */

import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../../loan-parties.ts';
import { getCounterpartyName } from '../../loan-parties.ts';
import { EvidenceDoneDocument } from '../loan-actions.generated.ts';
import type { LoanDialogProps } from '../use-loan-action.ts';
import { useLoanAction } from '../use-loan-action.ts';

export function EvidenceDoneDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(EvidenceDoneDocument, onClose);
  const isSecond = loan.evidenceDone.some((party) => party !== loan.role);
  return (
    <ConfirmDialog
      title="Is your evidence complete?"
      domain={loan.unicodeName}
      effect={`${isSecond ? `${getCounterpartyName(loan)} said the same, so an operator can then decide` : `Once ${getCounterpartyName(loan)} says the same, an operator can decide`} before the evidence days end. You can’t undo this.`}
      action={button.label}
      onConfirm={() => run({ id: loan.id }, 'Evidence complete')}
      onClose={onClose}
    />
  );
}
