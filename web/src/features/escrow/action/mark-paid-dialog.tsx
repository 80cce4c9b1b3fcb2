/** The lender says that the money is sent, or the borrower that it is there. */

import { formatMoney } from '../../../format/money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import type { Loan } from '../loan-parties.ts';
import { FormDialog } from './form-dialog.tsx';
import { MarkPaidDocument } from './loan-actions.generated.ts';
import { PaymentFields, paymentNote } from './payment-fields.tsx';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

export function MarkPaidDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(MarkPaidDocument, onClose);
  const days = { to: businessToday() };
  const lends = loan.role === 'LENDER';
  const { id, amount, borrowerName, lenderName, unicodeName } = loan;
  const effect = lends
    ? `You tell ${borrowerName} that you send ${formatMoney(amount)}. Mark it paid before you send, for from then on the loan cannot be cancelled. With date, method and reference, five days of silence count as received; they cannot be added later.`
    : `You say that ${formatMoney(amount)} from ${lenderName} has arrived. Interest and term run from now.`;
  return (
    <FormDialog
      title={lends ? 'Mark this loan as paid?' : 'Has the money arrived?'}
      domain={unicodeName}
      effect={effect}
      action="Mark Paid"
      schema={paymentNote(days)}
      initial={{ date: days.to, method: '', reference: '' }}
      onSubmit={({ date, method, reference }) =>
        move(
          { id, date: date || null, method: method || null, reference: reference || null },
          'Marked paid',
        )
      }
      onClose={onClose}
    >
      <PaymentFields days={days} optional />
    </FormDialog>
  );
}
