/** Password validation (docs/product-rules.md, Accounts). Pure. */

import { normalizeText } from '@nameloan/runtime/normalize-text';

const minLength = 8;
const maxLength = 128;
/** Upper bound of 128 characters in any normalisation form. */
const maxCodeUnits = 1024;
const productName = 'Nameloan';

/** Normalises, so that different keyboards produce the same password; undefined if it is too long. */
export function normalizePassword(password: string): string | undefined {
  return normalizeText(password, { form: 'NFKC', maxCodeUnits });
}

/** The person that a password is for. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/** Validation error of a new password, apart from how common it is; undefined if it is valid. */
export function validatePassword(password: string, owner: PasswordOwner): string | undefined {
  if (password === '') return 'Invalid password';
  if (password.length > 4 * maxLength) return tooLongError;
  if (isBroken(password)) return brokenError;
  const length = [...password].length;
  if (length < minLength) return `Use at least ${minLength} characters.`;
  if (length > maxLength) return tooLongError;
  const plain = foldPassword(password);
  if (plain === foldPassword(productName)) return `Use something other than ${productName}.`;
  const { name, email } = owner;
  const own = [name, email, email.slice(0, email.lastIndexOf('@'))];
  // A password that only contains one of them is allowed.
  return own.some((text) => foldPassword(text) === plain)
    ? 'Use something other than your name or email.'
    : undefined;
}

/** U+FFFD takes the place of what could not be decoded; any other broken text would have the same hash. */
function isBroken(password: string): boolean {
  return !password.isWellFormed() || /[\0\ufffd]/.test(password);
}

const brokenError = 'The password has a broken character. Type it again instead of pasting it.';
const tooLongError = `Use at most ${maxLength} characters.`;

/** Normalised, in lower case, without surrounding spaces, for comparison. */
export function foldPassword(text: string): string {
  const normal = normalizeText(text, { form: 'NFKC', maxCodeUnits }) ?? text;
  return normal.trim().replace(/\s+/g, ' ').toLowerCase();
}
