/** What a payer says of a payment: its day in business time, how, and where to find it. */

import * as z from 'zod/mini';
import { formatDay } from '../../../format/day.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';

export interface PaymentDays {
  /** The first day that can be named, where there is one. */
  from?: string;
  /** Business today. */
  to: string;
}

/** Days as YYYY-MM-DD sort like their letters. */
const between = ({ from, to }: PaymentDays) =>
  z.refine<string>(
    (day) => day === '' || (day <= to && (from === undefined || day >= from)),
    from ? `From ${formatDay(from)} to ${formatDay(to)}` : `Not after ${formatDay(to)}`,
  );

const upTo = (length: number) => z.maxLength(length, `At most ${length} characters`);

/** All of it may be left out. */
export const paymentNote = (days: PaymentDays) =>
  z.object({
    date: z.string().check(between(days)),
    method: z.string().check(z.trim(), upTo(100)),
    reference: z.string().check(z.trim(), upTo(200)),
  });

/** All of it is needed. */
export const paymentClaim = (days: PaymentDays) =>
  z.object({
    date: z.string().check(z.minLength(1, 'Give the date of the payment'), between(days)),
    method: z.string().check(z.trim(), z.minLength(1, 'Give the method'), upTo(100)),
    reference: z.string().check(z.trim(), z.minLength(1, 'Give the reference'), upTo(200)),
  });

export interface PaymentFieldsProps {
  days: PaymentDays;
  optional?: boolean;
}

export function PaymentFields({ days, optional = false }: PaymentFieldsProps) {
  const mark = optional ? ' (optional)' : '';
  return (
    <div className="space-y-4">
      <DateField name="date" label={`Date of the payment${mark}`} min={days.from} max={days.to} />
      <TextField name="method" label={`Method${mark}`} hint="Such as bank transfer" />
      <TextField
        name="reference"
        label={`Reference${mark}`}
        hint="Where it can be found at the bank or on the chain"
      />
    </div>
  );
}
