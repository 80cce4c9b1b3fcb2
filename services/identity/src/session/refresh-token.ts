/** Refresh tokens: 256 random bits, stored hashed; the successor can only be derived from its predecessor. */

import { hkdfSync, randomBytes } from 'node:crypto';

export { hashToken, isTokenFormat, newToken } from '@nameloan/security/link-token';

const tokenBytes = 32;

export function newSalt(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/**
 * The successor of `token` (HKDF, RFC 5869). A retry with the same token gets the same successor. It cannot be derived
 * from the database, which only has hashes and salts.
 */
export function deriveSuccessor(token: string, salt: string): string {
  const bytes = hkdfSync('sha256', token, salt, 'nameloan refresh token', tokenBytes);
  return Buffer.from(bytes).toString('base64url');
}
