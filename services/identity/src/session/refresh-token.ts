/** Refresh tokens: 256 random bits, stored as a hash, and a successor that only its predecessor can derive. */

import { createHash, hkdfSync, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function newSalt(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** False for a text that cannot be one of ours, so that nothing is looked up for it. */
export function isTokenFormat(text: string): boolean {
  return tokenPattern.test(text);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The token after `token` (HKDF, RFC 5869). Who repeats the same token gets the same successor, and the
 * database alone, which has only hashes and salts, cannot make it.
 */
export function deriveSuccessor(token: string, salt: string): string {
  const bytes = hkdfSync('sha256', token, salt, 'nameloan refresh token', tokenBytes);
  return Buffer.from(bytes).toString('base64url');
}
