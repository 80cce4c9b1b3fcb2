/** The lender offers the whole loan for a price. Nothing is binding until both have signed. */

import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { parseMoney } from '../../../format/parse-money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PayoffOnDayDocument } from '../loan/payoff-on-day.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { addDays } from '../utc-days.ts';
import { OfferSaleDocument } from './sale.generated.ts';
import { useSaleAction } from './use-sale-action.ts';

/** The last day of the sale from today, and the last day of payment from the day of the sale. */
const maxDays = 30;
const initialDays = 7;

/** YYYY-MM-DD strings compare in date order. */
const schemaFrom = (today: string) => {
  const last = addDays(today, maxDays);
  return z
    .object({
      price: moneyRule(),
      day: z
        .string()
        .check(
          z.refine(
            (day) => day >= today && day <= last,
            `From ${formatDay(today)} to ${formatDay(last)}`,
          ),
        ),
      expires: z.string(),
    })
    .check(
      z.refine(({ day, expires }) => expires >= day && expires <= addDays(day, maxDays), {
        path: ['expires'],
        error: `From the closing day to ${maxDays} days after it`,
      }),
    );
};

export interface SellDialogProps {
  loan: Loan;
  onClose: () => void;
}

export function SellDialog({ loan, onClose }: SellDialogProps) {
  const run = useSaleAction(OfferSaleDocument, onClose);
  const { id, unicodeName } = loan;
  const today = businessToday();
  return (
    <FormDialog
      title="Sell this loan"
      domain={unicodeName}
      effect="You get a private link for one buyer. Nothing is binding until both of you have signed the deed. While a sale is open, the terms can’t change."
      action="Create Link"
      schema={schemaFrom(today)}
      initial={{ price: '', day: today, expires: addDays(today, initialDays) }}
      onSubmit={(offer) => run({ id, ...offer }, 'Sale created. Send its link to your buyer')}
      onClose={onClose}
    >
      <div className="space-y-4">
        <MoneyField name="price" label="Price" />
        <DateField
          name="day"
          label="Closing day"
          min={today}
          max={addDays(today, maxDays)}
          hint="Interest after this day is the buyer’s"
        />
        <DateField
          name="expires"
          label="Expires"
          min={today}
          hint="The last day to pay the price"
        />
        <Preview loan={loan} />
      </div>
    </FormDialog>
  );
}

/** What is owed on the chosen day, and what that is for the price. */
function Preview({ loan }: { loan: Loan }) {
  const { price = '', day = '' } = useWatch<{ price: string; day: string }>();
  const variables = day === '' ? null : { escrowId: loan.id, on: day };
  const { data } = usePageQuery(PayoffOnDayDocument, variables);
  const owed = data?.escrowBalance?.payoff;
  const cents = parseMoney(price);
  const difference = owed === undefined || cents === undefined ? undefined : cents - owed;
  return (
    <div className="border-t border-line pt-2">
      <Facts
        layout="list"
        items={[
          { label: 'Owed on the closing day', value: owed === undefined ? '–' : formatMoney(owed) },
          {
            label: (difference ?? 0) < 0 ? 'Discount' : 'Premium',
            value: difference === undefined ? '–' : formatMoney(Math.abs(difference)),
          },
        ]}
      />
      <p className="mt-2 text-xs text-ink-2">
        The buyer gets all payments after that day and the domain as security. If the borrower
        doesn’t pay, you owe the buyer nothing.
      </p>
    </div>
  );
}
