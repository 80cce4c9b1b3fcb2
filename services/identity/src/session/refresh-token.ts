/** Refresh tokens: 256 random bits, stored hashed; the successor can only be derived from its predecessor. */

import { createHash, hkdfSync, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export function newSalt(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** False for text that cannot be a token, which saves a lookup. */
export function isTokenFormat(text: string): boolean {
  return tokenPattern.test(text);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The successor of `token` (HKDF, RFC 5869). A retry with the same token gets the same successor. It cannot be derived
 * from the database, which only has hashes and salts.
 */
export function deriveSuccessor(token: string, salt: string): string {
  const bytes = hkdfSync('sha256', token, salt, 'nameloan refresh token', tokenBytes);
  return Buffer.from(bytes).toString('base64url');
}
