/** Parses a typed rate, "13.25", "13,25" or "13.25 %", into basis points. */

import { readNumber } from './read-number.ts';

export function parsePercent(text: string): number | undefined {
  const typed = text.trim().replace(/\s*%$/, '');
  const number = readNumber(typed);
  if (!number || number.fraction.length > 2) return undefined;
  // A rate of thousands is a typing error, however it is grouped.
  if (/\D\d{3}$/.test(typed)) return undefined;
  const rateBps = Number(`${number.whole}${number.fraction.padEnd(2, '0')}`);
  return Number.isSafeInteger(rateBps) ? rateBps : undefined;
}
