/** Parses typed loan terms and reports invalid and out-of-range ones. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { formatMoney } from '../../format/money.ts';
import { parseDays } from '../../format/parse-days.ts';
import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';

export interface TermsInput {
  amount: string;
  term: string;
  rate: string;
}

export interface ParsedTerms {
  /** Set if all three are valid. */
  terms?: { amountCents: number; termDays: number; rateBps: number };
  /** The allowed range of each number that is out of range. */
  outOfRange: Partial<TermsInput>;
  /** The inputs that are not numbers. */
  invalid: (keyof TermsInput)[];
}

const count = new Intl.NumberFormat();

export const formatBounds = ({ amountCents, termDays, rateBps }: LoanBounds): TermsInput => ({
  amount: `${formatMoney(amountCents.min)} to ${formatMoney(amountCents.max)}`,
  term: `${count.format(termDays.min)} to ${count.format(termDays.max)} whole days`,
  rate: `${rateBps.min / 100} to ${rateBps.max / 100}`,
});

const isWithin = (value: number, { min, max }: { min: number; max: number }) =>
  value >= min && value <= max;

export function parseTerms(typed: TermsInput, bounds: LoanBounds): ParsedTerms {
  const parsed = {
    amount: { value: parseMoney(typed.amount), bound: bounds.amountCents },
    term: { value: parseDays(typed.term), bound: bounds.termDays },
    rate: { value: parsePercent(typed.rate), bound: bounds.rateBps },
  };
  const names = Object.keys(parsed) as (keyof TermsInput)[];
  const invalid = names.filter((name) => parsed[name].value === undefined);
  const outside = names.filter((name) => {
    const { value, bound } = parsed[name];
    return value !== undefined && !isWithin(value, bound);
  });
  const ranges = formatBounds(bounds);
  const outOfRange = Object.fromEntries(outside.map((name) => [name, ranges[name]]));
  const [amountCents, termDays, rateBps] = names.map((name) => parsed[name].value);
  if (amountCents === undefined || termDays === undefined || rateBps === undefined)
    return { outOfRange, invalid };
  return outside.length > 0
    ? { outOfRange, invalid }
    : { outOfRange, invalid, terms: { amountCents, termDays, rateBps } };
}
