/** Parses a typed dollar amount into cents, as any locale writes it; ambiguous input is rejected (explain-ambiguity.ts). */

import { readNumber } from './read-number.ts';

/** The currency is before or after the number, as locales write it. */
const signed = /^(?:(?:US\$|\$US|\$|USD)\s*([^$]*)|([^$]*?)\s*(?:US\$|\$US|\$|USD))$/i;

export const readAmount = (text: string, locale?: string) => {
  const [, before, after] = signed.exec(text.trim()) ?? [];
  return readNumber(before ?? after ?? text, locale);
};

/** The fraction has at most two digits. */
export const toCents = (whole: string, fraction: string) =>
  Number(`${whole}${fraction.padEnd(2, '0')}`);

export function parseMoney(text: string, locale?: string): number | undefined {
  const number = readAmount(text, locale);
  if (!number || number.ambiguous || number.fraction.length > 2) return undefined;
  const cents = toCents(number.whole, number.fraction);
  return Number.isSafeInteger(cents) ? cents : undefined;
}
