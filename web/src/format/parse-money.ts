/** Parses a typed dollar amount into cents, as any locale writes it; ambiguous input is rejected with a question. */

import { formatMoney } from './money.ts';
import { readNumber } from './read-number.ts';

/** The currency is before or after the number, as locales write it. */
const signed = /^(?:(?:US\$|\$US|\$|USD)\s*([^$]*)|([^$]*?)\s*(?:US\$|\$US|\$|USD))$/i;

const readAmount = (text: string, locale?: string) => {
  const [, before, after] = signed.exec(text.trim()) ?? [];
  return readNumber(before ?? after ?? text, locale);
};

const toCents = (whole: string, fraction: string) => Number(`${whole}${fraction.padEnd(2, '0')}`);

export function parseMoney(text: string, locale?: string): number | undefined {
  const number = readAmount(text, locale);
  if (!number || number.ambiguous || number.fraction.length > 2) return undefined;
  const cents = toCents(number.whole, number.fraction);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** What to write instead of an ambiguous amount; undefined for any other text. */
export function explainAmbiguity(text: string, locale?: string): string | undefined {
  const number = readAmount(text, locale);
  if (!number?.ambiguous) return undefined;
  const { whole } = number;
  const thousands = `Write ${whole} for ${formatMoney(toCents(whole, ''))}`;
  const [small, fraction] = [whole.slice(0, -3), whole.slice(-3)];
  // A third decimal would be less than a cent.
  if (!fraction.endsWith('0')) return `${thousands}.`;
  const cents = toCents(small, fraction.slice(0, 2));
  const plain = fraction === '000' ? small : `${small}.${fraction.slice(0, 2)}`;
  return `${thousands}, or ${plain} for ${formatMoney(cents)}.`;
}
