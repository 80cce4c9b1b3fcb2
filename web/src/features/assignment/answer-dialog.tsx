/** A former lender confirms or denies a payment that was made to them. */

import { formatMoney } from '../../format/money.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import {
  ConfirmPaymentToSellerDocument,
  DenyPaymentToSellerDocument,
} from './assignment-page.generated.ts';
import type { Sale } from './describe-sale.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Answer } from './sale-payments.tsx';
import { useSaleAction } from './use-sale-action.ts';

export interface AnswerDialogProps {
  sale: Sale;
  answer: Answer;
  onClose: () => void;
}

export function AnswerDialog({ sale, answer, onClose }: AnswerDialogProps) {
  const [confirm] = useSaleAction(ConfirmPaymentToSellerDocument);
  const [deny] = useSaleAction(DenyPaymentToSellerDocument);
  if (sale.escrowId === null) return null;
  const money = formatMoney(answer.payment.amount);
  const ids = { id: sale.escrowId, paymentId: answer.payment.id };
  const buyer = sale.buyerName ?? 'the buyer';
  if (answer.kind === 'CONFIRM')
    return (
      <ConfirmDialog
        title={`Confirm ${money}?`}
        domain={sale.unicodeName}
        effect={`It lowers the debt, and you owe it to ${buyer}.`}
        action="Confirm Payment"
        onConfirm={async () => {
          await confirm(ids, 'Payment confirmed');
          onClose();
        }}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={`Deny ${money}?`}
      domain={sale.unicodeName}
      effect="The payment won’t count. The borrower can report it again or open a dispute."
      action="Deny Payment"
      label="Why are you denying it?"
      onSubmit={(reason) => deny({ ...ids, reason }, 'Payment denied')}
      onClose={onClose}
    />
  );
}
