/** The borrower confirms receipt, which starts interest and the term. */

import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { ConfirmReceiptDocument } from './loan-actions.generated.ts';
import { listReceiptFacts, receiptEffect } from './payment/receipt-facts.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

export function ConfirmReceiptDialog({ loan, button, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(ConfirmReceiptDocument, onClose);
  const { id, unicodeName } = loan;
  return (
    <ConfirmDialog
      title="Confirm receipt?"
      domain={unicodeName}
      facts={listReceiptFacts(loan)}
      effect={receiptEffect}
      action={button.label}
      onConfirm={() => run({ id }, 'Receipt confirmed')}
      onClose={onClose}
    />
  );
}
