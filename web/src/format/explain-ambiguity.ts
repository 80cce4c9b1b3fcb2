/** Asks which of two amounts is meant; separate, because only forms need it. */

import { formatMoney } from './money.ts';
import { readAmount, toCents } from './parse-money.ts';

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
