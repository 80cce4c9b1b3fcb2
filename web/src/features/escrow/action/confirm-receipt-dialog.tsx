/** The borrower confirms that the money arrived, which starts the clock. */

import { formatDays } from '../../../format/days.ts';
import { formatMoney } from '../../../format/money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { ConfirmReceiptDocument } from './loan-actions.generated.ts';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

export function ConfirmReceiptDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(ConfirmReceiptDocument, onClose);
  const { id, amount, term, lenderName, unicodeName } = loan;
  return (
    <ConfirmDialog
      title="Confirm the receipt?"
      domain={unicodeName}
      effect={`You say that ${formatMoney(amount)} from ${lenderName} has arrived. Interest runs from now, and the loan is due in ${formatDays(term)}. Look at your account first: this cannot be taken back.`}
      action="Confirm Receipt"
      onConfirm={() => move({ id }, 'Receipt confirmed')}
      onClose={onClose}
    />
  );
}
