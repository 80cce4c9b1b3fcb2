/** Password reset link. */

export interface Reset {
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  version: number;
  /** Id of its request, so that a request that is handled twice sends one link. */
  requestId: string;
  accountId: string;
  status: 'OPEN' | 'USED';
  /** Account time. */
  expiresAt: Date;
}

/** 60 minutes of account time (docs/product-rules.md, Accounts). */
export const resetLifeMs = 60 * 60_000;

/** More than happen before a late event about a stopped transfer arrives. */
export const maxStoredResets = 10;

export function isUsable(reset: Reset, at: Date): boolean {
  return reset.status === 'OPEN' && reset.expiresAt > at;
}
