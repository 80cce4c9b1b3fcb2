/** Which passwords are allowed (product.md section 7); pure. */

import { normalizeText } from '@nameloan/service/normalize-text.ts';

const minLength = 8;
const maxLength = 128;
/** More than 128 characters have in any spelling; nothing longer was ever taken as a password. */
const mostCodeUnits = 1024;

/** One spelling for what looks the same on different keyboards; undefined for what is too long to be a password. */
export function normalizePassword(password: string): string | undefined {
  return normalizeText(password, { form: 'NFKC', mostCodeUnits });
}

/** Why a new password is refused, as a sentence; undefined when it is fine. */
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
    return 'Use something other than your name or e-mail.';
  }
  return undefined;
}

const tooLongError = `Use at most ${maxLength} characters.`;

function foldCase(text: string): string {
  const normal = normalizeText(text, { form: 'NFKC', mostCodeUnits }) ?? text;
  return normal.trim().replace(/\s+/g, ' ').toLowerCase();
}
