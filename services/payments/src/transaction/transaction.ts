/** One line of an account's transactions: a deposit on its way, what went back of it, or a fee. */

export type TransactionStatus = 'PENDING' | 'DONE' | 'FAILED' | 'REFUNDED';

/** What each type is called on screen (product.md section 6). */
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

/** The page at a provider where a deposit is paid. */
export interface ProviderSession {
  /** The provider's id: of the Checkout Session, or of the invoice. */
  id: string;
  uri: string;
  /** The provider's id of the payment that was credited; null until then. */
  paymentId: string | null;
}

export interface Transaction {
  id: string;
  version: number;
  accountId: string;
  type: TransactionType;
  method: TransactionMethod;
  /** Integer US cents; negative for what was taken. */
  amountCents: number;
  status: TransactionStatus;
  createdAt: Date;
  /** When it was done or failed. */
  endedAt: Date | null;
  /** What its owner should know of it, as a sentence: why it failed or waits, or what it is for. */
  reason: string | null;
  /** What a fee is for. */
  domainName: string | null;
  /** How much of a deposit went back by refunds and disputes; null where nothing ever did. */
  returnedCents: number | null;
  session: ProviderSession | null;
}
