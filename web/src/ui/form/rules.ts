/** What answers must be, from the text that was typed to the value that is sent; for schemas of `zod/mini`. */

import * as z from 'zod/mini';
import { parseDays } from '../../format/parse-days.ts';
import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';

function parseWith<Value>(read: (text: string) => Value | undefined, message: string) {
  return z.pipe(
    z.string(),
    z.transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

/** To cents. */
export const moneyRule = () => parseWith(parseMoney, 'Invalid amount');

/** To cents, or null where nothing is typed. */
export const optionalMoneyRule = () =>
  parseWith((text) => (text.trim() === '' ? null : parseMoney(text)), 'Invalid amount');

/** To basis points. */
export const percentRule = () => parseWith(parsePercent, 'Invalid rate');

/** To whole days. */
export const daysRule = () => parseWith(parseDays, 'Invalid term');

/** To text without the spaces around it, of which something must be left. */
export const textRule = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

/** To text without the spaces around it, or null where there is none. */
export const optionalTextRule = () => parseWith((text) => text.trim() || null, '');

export const emailRule = () =>
  z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email'));

/** Kept to the letter: spaces may belong to it. */
export const passwordRule = () => z.string().check(z.minLength(1, 'Invalid password'));
