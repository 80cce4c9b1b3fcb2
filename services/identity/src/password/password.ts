/** Which passwords are allowed (product.md section 7); pure. */

import { normalizeText } from '@nameloan/service/normalize-text.ts';

const fewest = 8;
const most = 128;
/** More than 128 characters have in any spelling; nothing longer was ever taken as a password. */
const mostCodeUnits = 1024;

/** One spelling for what looks the same on different keyboards; undefined for what is too long to be a password. */
export function normalPassword(password: string): string | undefined {
  return normalizeText(password, { form: 'NFKC', mostCodeUnits });
}

/** Why a new password is refused, as a sentence; undefined when it is fine. */
export function passwordFault(
  password: string,
  person: { name: string; email: string },
): string | undefined {
  if (password === '') return 'Invalid password';
  if (password.length > 4 * most || !password.isWellFormed()) return tooLong;
  const length = [...password].length;
  if (length < fewest) return `Use at least ${fewest} characters.`;
  if (length > most) return tooLong;
  const plain = fold(password);
  if (plain === fold(person.name) || plain === fold(person.email)) {
    return 'Use something other than your name or e-mail.';
  }
  return undefined;
}

const tooLong = `Use at most ${most} characters.`;

function fold(text: string): string {
  const normal = normalizeText(text, { form: 'NFKC', mostCodeUnits }) ?? text;
  return normal.trim().replace(/\s+/g, ' ').toLowerCase();
}
