/** Parses a number of whole days: "90", "1,095", "1.095" or "90 days". */

import { readNumber } from './read-number.ts';

/** The largest GraphQL Int. Beyond it, the server's error message is not fit for users. */
const maxDays = 2 ** 31 - 1;

export function parseDays(text: string): number | undefined {
  const typed = text.trim().replace(/\s*days?$/i, '');
  const number = readNumber(typed);
  // Days are whole, so that a group of three digits is never a fraction.
  if (number === undefined) return undefined;
  if (number.fraction !== '' || !/\d$/.test(typed)) return undefined;
  const days = Number(number.whole);
  return days <= maxDays ? days : undefined;
}
