/** The stages of a posted loan, computed by escrow/stage.ts. */

export const escrowStages = [
  'AWAITING_RECEIPT',
  'REPAYMENT_CLAIMED',
  'PAYMENT_CLAIMED',
  'ACTIVE',
  'IN_GRACE',
  'OVERDUE',
] as const;
export type EscrowStage = (typeof escrowStages)[number];

/** The latest decision or agreement that the loan continues. */
export interface Continuation {
  at: Date;
  /** The stage in which the loan continued; null once a claim was denied after it. */
  stage: EscrowStage | null;
}
