/** What becomes of an odd payment: on the balance, all or a part of it, or given up. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import type { PaymentExceptionOutcome } from '../../../graph/schema.generated.ts';
import { useAct } from '../../../graph/use-action.ts';
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
const crediting = z.object({ amount: optionalMoneyRule(), reason });
/** What was typed before it was given up says nothing. */
const givingUp = z.object({
  amount: z.pipe(
    z.string(),
    z.transform(() => null),
  ),
  reason,
});

const choices = [
  { key: 'CREDIT', label: 'Credit it', effect: 'What arrived goes onto the balance.' },
  {
    key: 'FAIL',
    label: 'Give it up',
    effect: 'Nothing more is credited. It is given back at the provider, outside of here.',
  },
] as const;

export interface SettlePaymentDialogProps {
  payment: PaymentExceptionRowFragment;
  onClose: () => void;
}

function aboutOf({ user, asked, arrived, reason }: PaymentExceptionRowFragment): string {
  const came =
    arrived === null ? 'How much arrived is not known.' : `${formatMoney(arrived)} arrived.`;
  return `${user?.name ?? 'Somebody'} was asked for ${formatMoney(asked)}. ${came} ${reason}`;
}

export function SettlePaymentDialog({ payment, onClose }: SettlePaymentDialogProps) {
  const [settle] = useAct(SettlePaymentExceptionDocument, { refetch: ['PaymentExceptions'] });
  const [outcome, choose] = useState<PaymentExceptionOutcome>();
  return (
    <Dialog title="Settle this payment?" description={aboutOf(payment)} onClose={onClose}>
      <OutcomeChoice
        question="What becomes of it?"
        choices={choices}
        chosen={outcome}
        onChoose={choose}
      />
      <Form
        schema={outcome === 'CREDIT' ? crediting : givingUp}
        initial={{ amount: '', reason: '' }}
        className="mt-4 space-y-4"
        onSubmit={async ({ amount, reason }) => {
          if (!outcome) return { message: 'Choose what becomes of it first.' };
          await settle({ id: payment.id, outcome, amount, reason: reason || null });
          showBanner('green', outcome === 'CREDIT' ? 'Payment credited' : 'Payment given up');
          onClose();
        }}
      >
        {outcome === 'CREDIT' && (
          <MoneyField
            name="amount"
            label="Amount (optional)"
            hint="Without one, all that arrived and was not credited yet"
          />
        )}
        <TextAreaField name="reason" label="Reason (optional)" hint="The payer reads it" />
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
