/** One link that sets a new password: by whom, until when, used or not. */

export interface Reset {
  /** SHA-256 of the link's token, hexadecimal. */
  id: string;
  version: number;
  /** Id of the request that asked for it; a request that is handled twice sends one link. */
  requestId: string;
  accountId: string;
  status: 'OPEN' | 'USED';
  /** Wall time. */
  expiresAt: Date;
}

/** 60 minutes of wall time (product.md section 7). */
export const resetLifeMs = 60 * 60_000;

export function isUsable(reset: Reset, wall: Date): boolean {
  return reset.status === 'OPEN' && reset.expiresAt > wall;
}
