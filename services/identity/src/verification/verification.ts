/** Verification link: proves that an account's user reads the mail of its e-mail address. */

export interface Verification {
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  version: number;
  /** Id of its request, so that a request that is handled twice sends one link. */
  requestId: string;
  accountId: string;
  /** The address that it verifies, in its canonical form. */
  emailKey: string;
  /** It confirms a new address, which is not the account's yet. */
  changesAddress?: boolean;
  status: 'OPEN' | 'USED';
  /** Account time. */
  expiresAt: Date;
}

/** 24 hours of account time (docs/product-rules.md, Accounts). */
export const verificationLifeMs = 24 * 3_600_000;
