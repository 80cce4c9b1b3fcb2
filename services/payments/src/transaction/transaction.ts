/** A line of an account's transactions: a deposit, a reversal or a fee. */

export type TransactionStatus = 'PENDING' | 'DONE' | 'FAILED' | 'REFUNDED';

/** Labels on screen. */
export const typeLabels = {
  DEPOSIT: 'Deposit',
  TRANSFER_FEE: 'Transfer fee',
  RENEWAL_FEE: 'Renewal fee',
  REFUND: 'Refund',
  ADJUSTMENT: 'Adjustment',
} as const;
export type TransactionType = keyof typeof typeLabels;

export const methodLabels = {
  CARD: 'Card',
  CRYPTOCURRENCY: 'Cryptocurrency',
  BALANCE: 'Balance',
} as const;
export type TransactionMethod = keyof typeof methodLabels;
export type DepositMethod = Exclude<TransactionMethod, 'BALANCE'>;

/** Checkout page at a provider. */
export interface ProviderSession {
  /** The provider's id of the Checkout Session or invoice. */
  id: string;
  uri: string;
  /** The provider's id of the credited payment; null until then. */
  paymentId: string | null;
}

export interface Transaction {
  id: string;
  version: number;
  accountId: string;
  type: TransactionType;
  method: TransactionMethod;
  /** Integer US cents; negative for a debit. */
  amountCents: number;
  status: TransactionStatus;
  createdAt: Date;
  /** Time of completion or failure. */
  endedAt: Date | null;
  /** Explanation for its owner, as a sentence. */
  reason: string | null;
  /** The domain that a fee is for. */
  domainName: string | null;
  /** Sum of a deposit's reversals; null without any. */
  returnedCents: number | null;
  session: ProviderSession | null;
}
