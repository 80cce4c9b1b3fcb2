/** A dated payment of a loan, before it is seen from one party. */

export interface ExpectedPayment {
  /** FUNDING: from the lender to the borrower, or for it to an old lender. */
  kind: 'FUNDING' | 'REPAYMENT';
  /** When it is due. Before now: the payment is late but still expected. */
  at: Date;
  amountCents: number;
  /** Of a repayment: until when the borrower may still pay; null after an acceleration, which has no grace. */
  graceEndsAt: Date | null;
}
