/** Tokens of mailed links and sessions: 256 random bits, stored hashed. */

import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** False for text that cannot be a token, which saves a lookup. */
export function isTokenFormat(text: string): boolean {
  return tokenPattern.test(text);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
