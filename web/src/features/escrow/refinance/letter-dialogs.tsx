/** The old lender signs the payoff letter as computed, or demands another amount for a reason. */

import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { FormDialog } from '../action/form-dialog.tsx';
import { reasonRule } from '../action/reason-rule.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import type { LetterProps } from './letter-props.ts';
import { SignPayoffLetterDocument } from './refinance.generated.ts';
import { getPayoffToday } from './split-payoff.ts';

export interface LetterDialogProps extends LetterProps {
  onClose: () => void;
}

const binding =
  'Both the borrower and the new lender rely on it. You release the domain to the new loan once you confirm the payment. You can’t undo this.';

export function SignLetterDialog({ loan, letter, onSigned, onClose }: LetterDialogProps) {
  const run = usePaymentAction(SignPayoffLetterDocument, onClose);
  const sign = async () => {
    await run({ id: loan.id, confirm: true }, 'Payoff letter signed');
    onSigned();
  };
  return (
    <ConfirmDialog
      title="Sign the payoff letter?"
      domain={loan.unicodeName}
      facts={listFacts(letter)}
      effect={binding}
      action="Sign"
      onConfirm={sign}
      onClose={onClose}
    />
  );
}

const listFacts = (letter: LetterDialogProps['letter']) => [
  { label: 'Payoff today', value: formatMoney(getPayoffToday(letter)) },
  { label: 'Each day adds about', value: formatMoney(letter.perDay) },
  { label: 'Paid to', value: letter.payee ?? 'Not chosen yet' },
];

/** Named as the operation's variables, so that the server's errors find their fields. */
const schema = z.object({ correction: z.object({ amount: moneyRule(), reason: reasonRule() }) });

export function CorrectLetterDialog({ loan, letter, onSigned, onClose }: LetterDialogProps) {
  const run = usePaymentAction(SignPayoffLetterDocument, onClose);
  const today = getPayoffToday(letter);
  return (
    <FormDialog
      title="Correct the payoff letter"
      domain={loan.unicodeName}
      facts={listFacts(letter)}
      effect={`The difference counts on every day of the letter. ${binding}`}
      action="Sign the Correction"
      schema={schema}
      initial={{ correction: { amount: `${today / 100}`, reason: '' } }}
      onSubmit={async ({ correction }) => {
        await run({ id: loan.id, correction }, 'Payoff letter corrected');
        onSigned();
      }}
      onClose={onClose}
    >
      <div className="mb-4">
        <MoneyField name="correction.amount" label="Payoff today" />
      </div>
      <TextAreaField
        name="correction.reason"
        label="Reason"
        hint="The borrower and the new lender read it."
        rows={4}
      />
    </FormDialog>
  );
}
