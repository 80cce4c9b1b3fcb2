/** The buyer marks the price as sent. */

import * as z from 'zod/mini';
import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { businessToday } from '../../graph/business-time.ts';
import { Button } from '../../ui/button/button.tsx';
import { Decision } from '../../ui/dialog/decision.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { maxCharacters } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { MarkPriceSentDocument } from './assignment-page.generated.ts';
import type { SaleDialogProps } from './sale-actions.tsx';
import { useSaleAction } from './use-sale-action.ts';

const text = (message: string, length: number) =>
  z.string().check(z.trim(), z.minLength(1, message), maxCharacters(length));

/** YYYY-MM-DD strings compare in date order. */
const schemaUntil = (today: string) =>
  z.object({
    date: z.string().check(
      z.minLength(1, 'Enter the payment date'),
      z.refine((day) => day <= today, `Not after ${formatDay(today)}`),
    ),
    method: text('Enter the method', 100),
    reference: text('Enter the reference', 200),
  });

export function MarkSentDialog({ sale, token, onClose }: SaleDialogProps) {
  const { price, sellerName, unicodeName } = sale;
  const [mark] = useSaleAction(MarkPriceSentDocument);
  const today = businessToday();
  return (
    <Dialog
      title={`Mark ${formatMoney(price)} as sent?`}
      description={
        <Decision
          domain={unicodeName}
          effect={`Send it to ${sellerName} first. ${sellerName} has 10 days to confirm it; after that an operator decides. You can’t decline any more.`}
        />
      }
      onClose={onClose}
    >
      <Form
        schema={schemaUntil(today)}
        initial={{ date: today, method: '', reference: '' }}
        onSubmit={async (payment) => {
          await mark({ token, ...payment }, 'Price marked as sent');
          onClose();
        }}
        className="mt-5"
      >
        <div className="space-y-4">
          <DateField name="date" label="Payment date" max={today} />
          <TextField name="method" label="Method" hint="For example, bank transfer" />
          <TextField name="reference" label="Reference" hint="Bank reference or transaction hash" />
        </div>
        <DialogActions>
          <SubmitButton wraps>Mark Paid</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
