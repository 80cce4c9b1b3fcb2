/** Loan terms that the templates need: parties and amounts, fixed at acceptance; a sale changes the lender. */

export interface Loan {
  /** The escrow's id. */
  id: string;
  version: number;
  borrowerId: string;
  lenderId: string;
  /** The loan's version at the newest known sale; absent without one. */
  lenderAsOf?: number | null;
  domainName: string;
  amountCents: number;
  termDays: number;
  rateBps: number;
  /** Of its plan; absent or null: one. */
  paymentCount?: number | null;
}
