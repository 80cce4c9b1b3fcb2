/** A check of many names of one account, and the result of each. */

export const nameResults = [
  'PENDING',
  'PROVEN',
  'ABSENT',
  'OTHER',
  'UNCLEAR',
  'NOT_FOUND',
] as const;
/** OTHER: only a record of another account. NOT_FOUND: the account has no such domain. */
export type NameResult = (typeof nameResults)[number];

export interface Verification {
  id: string;
  version: number;
  accountId: string;
  /** Number of names. */
  total: number;
  createdAt: Date;
  /** When its last batch was written; null or absent before the first one. */
  progressAt?: Date | null;
}

export interface VerificationRow {
  domainId: string;
  /** Null for NOT_FOUND. */
  name: string | null;
  result: NameResult;
  /** A sentence for the owner; null while the check is pending. */
  message: string | null;
}

/** Results are stored in batches, each written once: a crash repeats one batch at most. */
export interface VerificationBatch {
  id: string;
  version: number;
  verificationId: string;
  /** From 0, in the order of the request. */
  position: number;
  pending: boolean;
  createdAt: Date;
  rows: VerificationRow[];
}
