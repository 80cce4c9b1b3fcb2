/** Recovery codes: ten codes of 50 random bits, shown once, stored as keyed hashes. */

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codes = 10;
const length = 10;
const pattern = /^[0-9a-hjkmnp-tv-z]{10}$/;

/** Ten new codes in display form: `abcde-12345`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const letters = [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** The normalised code, or undefined; ignores case, spaces and dashes, and maps look-alikes. */
export function parseRecoveryCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const plain = typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
  return pattern.test(plain) ? plain : undefined;
}

/**
 * Keyed with the account's authenticator key, which is stored encrypted: 50 bits could be brute-forced from plain
 * hashes of a stolen database. `code` is a result of `parseRecoveryCode`.
 */
export function hashRecoveryCode(code: string, accountId: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, accountId, 'nameloan recovery codes', 32));
  return createHmac('sha256', key).update(code).digest('base64url');
}
