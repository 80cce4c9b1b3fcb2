/** Parses and validates the fields that users send with a transition; errors name the field. */

import { DomainError } from '@nameloan/contracts/errors';
import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { parseCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { hasControlCharacters } from '../../text.ts';
import type { PaymentNote, RepaymentClaim } from '../escrow.ts';

/** A user's description of a payment; the date as "YYYY-MM-DD". Empty strings count as absent. */
export interface PaymentInput {
  date?: string | null;
  method?: string | null;
  reference?: string | null;
}

export interface ClaimInput extends PaymentInput {
  /** What was paid; without it, the payoff of that day. */
  amountCents?: number | null;
  evidenceIds?: string[] | null;
  /** After a sale of the loan. */
  toFormerLender?: boolean;
}

/** In Unicode code points. */
const textLimits = {
  method: 100,
  reference: 200,
  reason: 1_000,
  evidence: 4_000,
  note: 2_000,
} as const;
type TextField = keyof typeof textLimits;
type Text = string | null | undefined;

/** The trimmed text, or null when it is empty. INVALID_INPUT when it is too long or has control characters. */
function readText(field: TextField, text: Text): string | null {
  const trimmed = text?.trim() ?? '';
  if (isLongerThan(trimmed, textLimits[field])) {
    throw invalidInput({ [field]: `The ${field} has at most ${textLimits[field]} characters.` });
  }
  if (hasControlCharacters(trimmed))
    throw invalidInput({
      [field]: `The ${field} contains invalid characters; remove them.`,
    });
  return trimmed === '' ? null : trimmed;
}

/** Like readText, but INVALID_INPUT when it is empty. */
export function readRequiredText(field: TextField, text: Text): string {
  const read = readText(field, text);
  if (read === null) throw invalidInput({ [field]: `Enter the ${field}.` });
  return read;
}

export function readEscalation(input: { reason?: Text; evidence?: Text }) {
  return readAll({
    reason: () => readText('reason', input.reason),
    evidence: () => readText('evidence', input.evidence),
  });
}

/** The days that a payment may have: UTC dates, both included. */
export interface DateRange {
  from: Date;
  to: Date;
}

/** All fields are optional. */
export function readPaymentNote(input: PaymentInput, range: DateRange): PaymentNote {
  const read = readAll({
    date: () => readDay(input.date, range),
    method: () => readText('method', input.method),
    reference: () => readText('reference', input.reference),
  });
  return { ...read, at: range.to };
}

/** Only the day is required. */
export function readPartPayment(
  input: PaymentInput,
  range: DateRange,
): Pick<RepaymentClaim, 'date'> & Pick<PaymentNote, 'method' | 'reference'> {
  return readAll({
    date: () => readRequiredDay(input.date, range),
    method: () => readText('method', input.method),
    reference: () => readText('reference', input.reference),
  });
}

/** All fields are required. */
export function readFullPayment(input: PaymentInput, range: DateRange): RepaymentClaim {
  const read = readAll({
    date: () => readRequiredDay(input.date, range),
    method: () => readRequiredText('method', input.method),
    reference: () => readRequiredText('reference', input.reference),
  });
  return { ...read, at: range.to };
}

/** Reads every field even if one is invalid, so that the error names all invalid fields. */
function readAll<R extends Record<string, unknown>>(readers: { [K in keyof R]: () => R[K] }): R {
  const read: Partial<R> = {};
  const errors: Record<string, string> = {};
  for (const name of Object.keys(readers) as (keyof R)[]) {
    try {
      read[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof DomainError && error.details.fields)) throw error;
      Object.assign(errors, error.details.fields);
    }
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return read as R;
}

function readRequiredDay(text: Text, range: DateRange): Date {
  const date = readDay(text, range);
  if (date === null) throw invalidInput({ date: 'Enter the date of the payment.' });
  return date;
}

function readDay(text: Text, { from, to }: DateRange): Date | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const day = parseCalendarDay(trimmed);
  if (day === null) throw invalidInput({ date: 'Enter the date like 2026-11-30.' });
  if (day > to || day < utcDay(from)) {
    throw invalidInput({
      date: `The date must be from ${formatDate(from)} to ${formatDate(to)}.`,
    });
  }
  return day;
}
