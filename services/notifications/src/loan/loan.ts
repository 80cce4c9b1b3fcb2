/** Loan terms that the templates need: parties and amounts, fixed at acceptance. */

export interface Loan {
  /** The escrow's id. */
  id: string;
  version: number;
  borrowerId: string;
  lenderId: string;
  domainName: string;
  amountCents: number;
  termDays: number;
  rateBps: number;
  /** Of its plan; absent or null: one. */
  paymentCount?: number | null;
}
