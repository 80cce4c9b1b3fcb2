/** One journal entry: what moved between which accounts, once and for ever, summing to zero. */

/** Money that comes from or stays with the platform; it needs no counter, its total is its postings. */
export type HouseAccount =
  | 'house:stripe'
  | 'house:nowpayments'
  | 'house:transfer-fees'
  | 'house:renewal-fees';
export type LedgerAccount = HouseAccount | `customer:${string}`;

/** `amountCents` is integer US cents: positive raises what the account has, negative lowers it. */
export interface Posting {
  account: LedgerAccount;
  amountCents: number;
}

export type EntryKind = 'DEPOSIT' | 'TRANSFER_FEE' | 'RENEWAL_FEE' | 'REFUND' | 'ADJUSTMENT';

/** Append-only: an entry is never changed; a correction is another entry. */
export interface Entry {
  /** Made by whoever posts, so that posting twice is once: `deposit:<transaction>`, `capture:<hold>`. */
  id: string;
  version: number;
  kind: EntryKind;
  /** The customer whose transaction it is. */
  accountId: string;
  /** The transaction that shows it. */
  transactionId: string;
  postings: Posting[];
  postedAt: Date;
}

const customerPrefix = 'customer:';

export function customerAccount(accountId: string): LedgerAccount {
  return `${customerPrefix}${accountId}`;
}

/** The account id behind a customer's ledger account; null for the house's own. */
export function parseCustomerId(account: LedgerAccount): string | null {
  return account.startsWith(customerPrefix) ? account.slice(customerPrefix.length) : null;
}

/** Throws where an entry is not one: fewer than two postings, broken cents, or a sum that is not zero. */
export function assertBalanced(entry: Entry): void {
  const broken = (why: string) => new Error(`journal entry ${entry.id} ${why}`);
  if (entry.postings.length < 2) throw broken('has fewer than two postings');
  for (const { account, amountCents } of entry.postings) {
    if (!Number.isSafeInteger(amountCents) || amountCents === 0) {
      throw broken(`posts ${amountCents} to ${account}`);
    }
  }
  const sumCents = sumPostings(entry.postings);
  if (sumCents !== 0) throw broken(`sums to ${sumCents}`);
}

export function sumPostings(postings: readonly Posting[]): number {
  return postings.reduce((sum, posting) => sum + posting.amountCents, 0);
}
