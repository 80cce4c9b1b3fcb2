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
