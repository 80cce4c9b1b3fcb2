/** Settings of the lending service; the only place that knows their names. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { defineSettings } from '@nameloan/service/settings.ts';
import { z } from 'zod';

const whole = (standard: number, least = 0) =>
  z.coerce.number('not a number').int('not a whole number').min(least).default(standard);

export const settings = defineSettings({
  /** Bounds of a loan (product.md section 2): US cents, whole days, basis points a year. */
  LOAN_MIN_AMOUNT_CENTS: whole(100, 1),
  LOAN_MAX_AMOUNT_CENTS: whole(1_000_000_000, 1),
  LOAN_MIN_TERM_DAYS: whole(1, 1),
  LOAN_MAX_TERM_DAYS: whole(3_650, 1),
  LOAN_MIN_RATE_BPS: whole(0),
  LOAN_MAX_RATE_BPS: whole(10_000).pipe(z.number().max(10_000, 'over 100 %')),
  /** How long an offer stands. */
  OFFER_DAYS: whole(loanCalendar.offerDays, 1),
});
