/** The borrower confirms receipt, which starts interest and the term. */

import { formatUtcDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { ConfirmReceiptDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

export function ConfirmReceiptDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ConfirmReceiptDocument, onClose);
  const { id, amount, disclosure, lenderName, unicodeName } = loan;
  return (
    <ConfirmDialog
      title="Confirm receipt?"
      domain={unicodeName}
      effect={`Confirm that ${formatMoney(amount)} from ${getFirstName(lenderName)} is in your account. Interest starts now; the loan is due ${formatUtcDay(disclosure.dueOn)}. You can’t undo this.`}
      action={button.label}
      onConfirm={() => run({ id }, 'Receipt confirmed')}
      onClose={onClose}
    />
  );
}
