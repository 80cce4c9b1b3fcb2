/** A transfer out of our custody, as a domain stores it. */

/**
 * A pending transfer out. WAITING: its owner can still stop it, and nothing has reached the registry. UNLOCKING: lock and
 * code are being changed. OPEN: the owner has the code.
 */
export interface TransferOut {
  state: 'WAITING' | 'UNLOCKING' | 'OPEN' | 'RELOCKING';
  /** The new code, encrypted; null during the wait and once it has been handed to the mail. */
  encryptedCode: string | null;
  startedAt: Date;
  /** The end of the wait, in business time; absent without one. */
  startsAt?: Date | null;
  /** OPEN: when the code is replaced and the domain locked again; null or absent: never. */
  codeExpiresAt?: Date | null;
  /** OPEN: when a request of another registrar was first seen; null or absent: none is pending. */
  requestSeenAt?: Date | null;
  /** RELOCKING because of a legal hold: it then waits and starts again after the hold. */
  resumes?: boolean | null;
}

/** The mailed links that stop a transfer out during its wait. */
export interface TransferOutStop {
  /** Hashes of their tokens, newest first: also of requests that a session has cancelled since. */
  hashes: string[];
  /** Account times of the requests, newest first; absent for requests of former releases. */
  requests?: { hash: string; at: Date }[];
  /** When one of them was used, in business time. */
  stoppedAt: Date | null;
}
