/** Password validation (docs/product-rules.md, Accounts). Pure. */

import { normalizeText } from '@nameloan/runtime/normalize-text';

const minLength = 8;
const maxLength = 128;
/** Upper bound of 128 characters in any normalisation form. */
const maxCodeUnits = 1024;

/** Normalises, so that different keyboards produce the same password; undefined if it is too long. */
export function normalizePassword(password: string): string | undefined {
  return normalizeText(password, { form: 'NFKC', maxCodeUnits });
}

/** Validation error of a new password; undefined if it is valid. */
export function validatePassword(
  password: string,
  person: { name: string; email: string },
): string | undefined {
  if (password === '') return 'Invalid password';
  if (password.length > 4 * maxLength || !password.isWellFormed()) return tooLongError;
  const length = [...password].length;
  if (length < minLength) return `Use at least ${minLength} characters.`;
  if (length > maxLength) return tooLongError;
  const plain = foldCase(password);
  if (plain === foldCase(person.name) || plain === foldCase(person.email)) {
    return 'Use something other than your name or email.';
  }
  return undefined;
}

const tooLongError = `Use at most ${maxLength} characters.`;

function foldCase(text: string): string {
  const normal = normalizeText(text, { form: 'NFKC', maxCodeUnits }) ?? text;
  return normal.trim().replace(/\s+/g, ' ').toLowerCase();
}
