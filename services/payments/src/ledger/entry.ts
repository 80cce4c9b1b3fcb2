/** Journal entry: immutable postings between accounts that sum to zero. */

/** Platform accounts. They have no account record, since every deposit would contend on it; their total is their postings. */
export type HouseAccount =
  | 'house:stripe'
  | 'house:nowpayments'
  | 'house:transfer-fees'
  | 'house:renewal-fees';
export type LedgerAccount = HouseAccount | `customer:${string}`;

/** `amountCents` is integer US cents: positive increases the account, negative decreases it. */
export interface Posting {
  account: LedgerAccount;
  amountCents: number;
}

export type EntryKind = 'DEPOSIT' | 'TRANSFER_FEE' | 'RENEWAL_FEE' | 'REFUND' | 'ADJUSTMENT';

/** Append-only: a correction is another entry. */
export interface Entry {
  /** Idempotency key, chosen by the caller: `deposit:<transaction>`, `capture:<hold>`. */
  id: string;
  version: number;
  kind: EntryKind;
  /** The customer of the transaction. */
  accountId: string;
  /** The transaction that it belongs to. */
  transactionId: string;
  postings: Posting[];
  postedAt: Date;
}

const customerPrefix = 'customer:';

export function customerAccount(accountId: string): LedgerAccount {
  return `${customerPrefix}${accountId}`;
}

/** Account id of a customer's ledger account; null for a platform account. */
export function parseCustomerId(account: LedgerAccount): string | null {
  return account.startsWith(customerPrefix) ? account.slice(customerPrefix.length) : null;
}

/** Throws on fewer than two postings, invalid cents, or a sum other than zero. */
export function assertBalanced(entry: Entry): void {
  const invalid = (reason: string) => new Error(`journal entry ${entry.id} ${reason}`);
  if (entry.postings.length < 2) throw invalid('has fewer than two postings');
  for (const { account, amountCents } of entry.postings) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0) {
      throw invalid(`posts ${amountCents} to ${account}`);
    }
  }
  const sumCents = sumPostings(entry.postings);
  if (sumCents !== 0) throw invalid(`sums to ${sumCents}`);
}

export function sumPostings(postings: readonly Posting[]): number {
  return postings.reduce((sum, posting) => sum + posting.amountCents, 0);
}
