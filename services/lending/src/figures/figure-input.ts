/** Input of the figures of a loan that exists nowhere but in the call. */

import type { FieldErrors } from '@nameloan/contracts/field-errors';
import type { BoundedTerm } from '../listing/listing.ts';
import { validateTerms } from '../listing/listing.ts';
import { readLoanBounds } from '../listing/term-bounds.ts';

const firstStart = new Date('1900-01-01T00:00:00.000Z');
const lastStart = new Date('2199-12-31T00:00:00.000Z');

/** Midnight of a date that the scalar has validated. */
export const parseDay = (date: string): Date => new Date(`${date}T00:00:00.000Z`);

export function checkStart(start: Date): FieldErrors {
  const isValid = start >= firstStart && start <= lastStart;
  return isValid ? {} : { start: 'Choose a start from 1900 to 2199.' };
}

/** Errors of terms outside the limits of this installation. */
export function findTermErrors(terms: Record<BoundedTerm, number>): FieldErrors {
  const errors = validateTerms(terms, readLoanBounds());
  return { amount: errors.amountCents, rate: errors.rateBps, term: errors.termDays };
}
