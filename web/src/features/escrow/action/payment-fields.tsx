/** The form fields of a payment: its business date, method and reference. */

import * as z from 'zod/mini';
import { formatDay } from '../../../format/day.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { maxCharacters } from '../../../ui/form/rules.ts';
import { TextField } from '../../../ui/form/text-field.tsx';

export interface PaymentDays {
  /** The first allowed day, if there is one. */
  from?: string;
  /** Today in business time. */
  to: string;
}

/** YYYY-MM-DD strings compare in date order. */
const isWithin = ({ from, to }: PaymentDays) =>
  z.refine<string>(
    (day) => day === '' || (day <= to && (from === undefined || day >= from)),
    from ? `From ${formatDay(from)} to ${formatDay(to)}` : `Not after ${formatDay(to)}`,
  );

/** All fields are optional. */
export const paymentNoteSchema = (days: PaymentDays) =>
  z.object({
    date: z.string().check(isWithin(days)),
    method: z.string().check(z.trim(), maxCharacters(100)),
    reference: z.string().check(z.trim(), maxCharacters(200)),
  });

/** All fields are required. */
export const paymentClaimSchema = (days: PaymentDays) =>
  z.object({
    date: z.string().check(z.minLength(1, 'Enter the payment date'), isWithin(days)),
    method: z.string().check(z.trim(), z.minLength(1, 'Enter the method'), maxCharacters(100)),
    reference: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter the reference'), maxCharacters(200)),
  });

export interface PaymentFieldsProps {
  days: PaymentDays;
  optional?: boolean;
}

export function PaymentFields({ days, optional = false }: PaymentFieldsProps) {
  const mark = optional ? ' (optional)' : '';
  return (
    <div className="space-y-4">
      <DateField name="date" label={`Payment date${mark}`} min={days.from} max={days.to} />
      <TextField name="method" label={`Method${mark}`} hint="For example, bank transfer" />
      <TextField
        name="reference"
        label={`Reference${mark}`}
        hint="Bank reference or transaction hash"
      />
    </div>
  );
}
