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

/** Limits of a loan: docs/product-rules.md#money-and-rates. */
export const settings = defineSettings({
  LOAN_MIN_AMOUNT_CENTS: wholeNumber(loanBounds.amountCents.min, 1).describe(
    'Minimum amount of a loan, in US cents.',
  ),
  LOAN_MAX_AMOUNT_CENTS: wholeNumber(loanBounds.amountCents.max, 1).describe(
    'Maximum amount of a loan, in US cents.',
  ),
  LOAN_MIN_TERM_DAYS: wholeNumber(loanBounds.termDays.min, 1).describe('Minimum term of a loan.'),
  LOAN_MAX_TERM_DAYS: wholeNumber(loanBounds.termDays.max, 1).describe('Maximum term of a loan.'),
  LOAN_MIN_RATE_BPS: wholeNumber(loanBounds.rateBps.min).describe(
    'Minimum rate of a loan, in basis points a year.',
  ),
  LOAN_MAX_RATE_BPS: wholeNumber(loanBounds.rateBps.max)
    .pipe(z.number().max(10_000, 'over 100 %'))
    .describe('Maximum rate of a loan, in basis points a year.'),
  OFFER_DAYS: wholeNumber(loanCalendar.offerDays, 1).describe('Days until an offer expires.'),
  GOVERNING_LAW: legalName().meta({
    description:
      'Law of the contracts, as printed after “the law of”; set both or none ([legal.md](../legal.md)).',
    shownDefault: 'England and Wales with the sandbox and without `NODE_ENV=production`',
  }),
  GOVERNING_VENUE: legalName().meta({
    description: 'Courts with jurisdiction, as printed after “the courts of”.',
    shownDefault: 'as `GOVERNING_LAW`',
  }),
  COUNTRY_RULES_FILE: countryRulesSetting().meta({
    description: 'The installation’s own country rules ([legal.md](../legal.md)).',
    shownDefault: 'the built-in ones, which allow all',
  }),
}).withSandboxDefaults({
  GOVERNING_LAW: 'England and Wales',
  GOVERNING_VENUE: 'England and Wales',
});

export function readGoverningLaw(): GoverningLaw {
  const { GOVERNING_LAW: law, GOVERNING_VENUE: venue } = settings.value;
  return { law, venue };
}
