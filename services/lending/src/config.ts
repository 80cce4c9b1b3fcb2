/** Settings of the lending service. No other file names them. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { defineSettings } from '@nameloan/runtime/settings';
import { z } from 'zod';
import { countryRulesSetting } from './country/read-country-rules.ts';
import type { GoverningLaw } from './pdf/terms.ts';

const wholeNumber = (defaultValue: number, min = 0) =>
  z.coerce.number('not a number').int('not a whole number').min(min).default(defaultValue);

/** As the contract prints it: "the law of …", "the courts of …". */
const legalName = () =>
  z
    .string()
    .trim()
    .min(2, 'no name')
    .max(200, 'longer than 200 characters')
    .regex(/^[^\p{C}_]*$/u, 'not a name');

export const settings = defineSettings({
  /** Limits of a loan (docs/product-rules.md#money-and-rates): US cents, whole days, basis points a year. */
  LOAN_MIN_AMOUNT_CENTS: wholeNumber(loanBounds.amountCents.min, 1),
  LOAN_MAX_AMOUNT_CENTS: wholeNumber(loanBounds.amountCents.max, 1),
  LOAN_MIN_TERM_DAYS: wholeNumber(loanBounds.termDays.min, 1),
  LOAN_MAX_TERM_DAYS: wholeNumber(loanBounds.termDays.max, 1),
  LOAN_MIN_RATE_BPS: wholeNumber(loanBounds.rateBps.min),
  LOAN_MAX_RATE_BPS: wholeNumber(loanBounds.rateBps.max).pipe(z.number().max(10_000, 'over 100 %')),
  /** Days until an offer expires. */
  OFFER_DAYS: wholeNumber(loanCalendar.offerDays, 1),
  /** The governing law of contracts, and the courts with jurisdiction. */
  GOVERNING_LAW: legalName(),
  GOVERNING_VENUE: legalName(),
  /** Path of a country rules file that replaces the built-in one. */
  COUNTRY_RULES_FILE: countryRulesSetting(),
}).withSandboxDefaults({
  GOVERNING_LAW: 'England and Wales',
  GOVERNING_VENUE: 'England and Wales',
});

export function readGoverningLaw(): GoverningLaw {
  const { GOVERNING_LAW: law, GOVERNING_VENUE: venue } = settings.value;
  return { law, venue };
}
