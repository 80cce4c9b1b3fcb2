/** Settings of the lending service; the only place that knows their names. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { loanBounds } from '@nameloan/figures/loan-bounds.ts';
import { defineSettings } from '@nameloan/service/settings.ts';
import { z } from 'zod';
import { countryRulesSetting } from './country/read-country-rules.ts';
import type { GoverningLaw } from './pdf/terms.ts';

const whole = (standard: number, least = 0) =>
  z.coerce.number('not a number').int('not a whole number').min(least).default(standard);

/** As it stands in the contract: "the law of …", "the courts of …". */
const place = () =>
  z
    .string()
    .trim()
    .min(2, 'no name')
    .max(200, 'longer than 200 characters')
    .regex(/^[^\p{C}_]*$/u, 'not a name');

export const settings = defineSettings({
  /** Bounds of a loan (product.md section 2): US cents, whole days, basis points a year. */
  LOAN_MIN_AMOUNT_CENTS: whole(loanBounds.amountCents.min, 1),
  LOAN_MAX_AMOUNT_CENTS: whole(loanBounds.amountCents.max, 1),
  LOAN_MIN_TERM_DAYS: whole(loanBounds.termDays.min, 1),
  LOAN_MAX_TERM_DAYS: whole(loanBounds.termDays.max, 1),
  LOAN_MIN_RATE_BPS: whole(loanBounds.rateBps.min),
  LOAN_MAX_RATE_BPS: whole(loanBounds.rateBps.max).pipe(z.number().max(10_000, 'over 100 %')),
  /** How long an offer stands. */
  OFFER_DAYS: whole(loanCalendar.offerDays, 1),
  /** Whose law governs the contracts, and whose courts decide. */
  GOVERNING_LAW: place(),
  GOVERNING_VENUE: place(),
  /** Path of a table of countries to keep to in place of the shipped one. */
  COUNTRY_RULES_FILE: countryRulesSetting(),
}).whereSandboxPlays({ GOVERNING_LAW: 'England and Wales', GOVERNING_VENUE: 'England and Wales' });

export function governingLaw(): GoverningLaw {
  const { GOVERNING_LAW: law, GOVERNING_VENUE: venue } = settings.value;
  return { law, venue };
}
