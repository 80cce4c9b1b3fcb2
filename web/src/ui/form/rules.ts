/** Validation rules for `zod/mini` schemas, from the typed text to the submitted value. */

import * as z from 'zod/mini';
import { explainAmbiguity } from '../../format/explain-ambiguity.ts';
import { parseDays } from '../../format/parse-days.ts';
import { parseMoney } from '../../format/parse-money.ts';
import { parsePercent } from '../../format/parse-percent.ts';

function parseWith<Value>(
  read: (text: string) => Value | undefined,
  message: string | ((text: string) => string),
) {
  return z.pipe(
    z.string(),
    z.transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({
        code: 'custom',
        message: typeof message === 'string' ? message : message(text),
        input: text,
      });
      return z.NEVER;
    }),
  );
}

const describeInvalidAmount = (text: string) => explainAmbiguity(text) ?? 'Invalid amount';

/** Parses cents. */
export const moneyRule = () => parseWith((text) => parseMoney(text), describeInvalidAmount);

/** Parses cents; null if empty. */
export const optionalMoneyRule = () =>
  parseWith((text) => (text.trim() === '' ? null : parseMoney(text)), describeInvalidAmount);

/** Parses basis points. */
export const percentRule = () => parseWith(parsePercent, 'Invalid rate');

/** Parses basis points; null if empty. */
export const optionalPercentRule = () =>
  parseWith((text) => (text.trim() === '' ? null : parsePercent(text)), 'Invalid rate');

/** Parses a whole number; null if empty. */
export const optionalCountRule = () =>
  parseWith(
    (text) =>
      text.trim() === '' ? null : /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined,
    'Invalid number',
  );

/** Parses whole days. */
export const daysRule = () => parseWith(parseDays, 'Invalid term');

/** Ignores what is typed, where the term follows from a payment plan. */
export const noTermRule = () => parseWith(() => null, '');

/** Trimmed text that must not be empty. */
export const textRule = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

/** At most this many Unicode code points, as servers count them: an emoji counts once. */
export const maxCharacters = (length: number) =>
  z.refine<string>(
    (text) => text.length <= length || [...text].length <= length,
    `At most ${new Intl.NumberFormat('en').format(length)} characters`,
  );

/** Trimmed text; null if empty. */
export const optionalTextRule = () => parseWith((text) => text.trim() || null, '');

/** Without spaces; a code of an authenticator has at most six digits, a recovery code has letters too. */
const cleanCode = (text: string) => {
  const code = text.replace(/\s/g, '');
  return /^\d+$/.test(code) ? code.slice(0, 6) : code;
};

/** An MFA or recovery code. */
export const codeRule = () => parseWith(cleanCode, '');

/** The same; null if empty. */
export const optionalCodeRule = () => parseWith((text) => cleanCode(text) || null, '');

export const emailRule = () =>
  z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email'));

/** Not trimmed, because spaces may be part of a password. */
export const passwordRule = () => z.string().check(z.minLength(1, 'Invalid password'));
