/** What the wordings need to know of a loan: who and how much, fixed at acceptance. */

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
}
