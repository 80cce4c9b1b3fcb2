/** Settles a payment exception: credits all or some of it to the balance, or rejects it. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import type { PaymentExceptionOutcome } from '../../../graph/schema.generated.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { Form } from '../../../ui/form/form.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { optionalMoneyRule } from '../../../ui/form/rules.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { OutcomeChoice } from '../action/outcome-choice.tsx';
import { optionalTextUpTo } from '../action/reason-rule.ts';
import type { PaymentExceptionRowFragment } from './payment-exceptions.generated.ts';
import { SettlePaymentExceptionDocument } from './payment-exceptions.generated.ts';

const reason = optionalTextUpTo(500);
const creditSchema = z.object({ amount: optionalMoneyRule(), reason });
/** Ignores an amount that was typed before the outcome changed to a rejection. */
const rejectSchema = z.object({
  amount: z.pipe(
    z.string(),
    z.transform(() => null),
  ),
  reason,
});

const choices = [
  { key: 'CREDIT', label: 'Credit it', effect: 'Adds what arrived to the balance.' },
  {
    key: 'FAIL',
    label: 'Reject it',
    effect: 'Credits nothing more. Refund it with the payment provider.',
  },
] as const;

export interface SettlePaymentDialogProps {
  payment: PaymentExceptionRowFragment;
  onClose: () => void;
}

function describePayment({
  user,
  expected,
  received,
  reason,
}: PaymentExceptionRowFragment): string {
  const arrival =
    received === null ? 'The received amount is unknown.' : `${formatMoney(received)} arrived.`;
  return `${user?.name ?? 'An unknown payer'} started a deposit of ${formatMoney(expected)}. ${arrival} ${reason}`;
}

export function SettlePaymentDialog({ payment, onClose }: SettlePaymentDialogProps) {
  const [settle] = useAction(SettlePaymentExceptionDocument, { refetch: ['PaymentExceptions'] });
  const [outcome, choose] = useState<PaymentExceptionOutcome>();
  return (
    <Dialog title="Settle this payment?" description={describePayment(payment)} onClose={onClose}>
      <OutcomeChoice
        question="What should happen to it?"
        choices={choices}
        chosen={outcome}
        onChoose={choose}
      />
      <Form
        schema={outcome === 'CREDIT' ? creditSchema : rejectSchema}
        initial={{ amount: '', reason: '' }}
        className="mt-4 space-y-4"
        onSubmit={async ({ amount, reason }) => {
          if (!outcome) return { message: 'Choose an outcome first.' };
          await settle({ id: payment.id, outcome, amount, reason: reason || null });
          showBanner('green', outcome === 'CREDIT' ? 'Payment credited' : 'Payment rejected');
          onClose();
        }}
      >
        {outcome === 'CREDIT' && (
          <MoneyField
            name="amount"
            label="Amount (optional)"
            hint="If empty, everything that arrived and is not credited yet"
          />
        )}
        <TextAreaField name="reason" label="Reason (optional)" hint="Visible to the payer" />
        <DialogActions>
          <SubmitButton>Settle</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
