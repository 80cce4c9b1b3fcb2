/** What a loan waits for, and the labels of it. */

/** The steps, each in a few words. */
export const waitingLabels = {
  RESERVE: 'Reserve the domain',
  DRAW_CONTRACT: 'Draw up the contract',
  SIGN: 'Sign the agreement',
  TRANSFER_IN: 'Transfer the domain in',
  RENEW: 'Renew the domain',
  APPROVE_TRANSFER: 'Transfer approval',
  MARK_PAID: 'Mark paid and send the money',
  ANSWER_CANCEL: 'Answer the cancel request',
  PAYMENT_DETAILS: 'Add payment details',
  CONFIRM_RECEIPT: 'Confirm the payment',
  REPAY: 'Repay',
  ANSWER_CLAIM: 'Answer the claim',
  ANSWER_PAYMENT: 'Answer the payment',
  PAY_PAYOFF: 'Pay the old lender',
  CONFIRM_PAYOFF: 'Confirm the payoff',
  SIGN_LETTER: 'Sign the payoff letter',
  PAY_SURPLUS: 'Pay the rest of the loan',
  ANSWER_AMENDMENT: 'Answer the amendment',
  SIGN_AMENDMENT: 'Sign the amendment',
  PAY_AMENDMENT: 'Pay the agreed money',
  ACCELERATE: 'Accelerate, or give more time',
  SEIZE: 'Take the domain, or give more time',
  ESCALATE: 'Escalate to an operator',
  ADD_EVIDENCE: 'Add evidence',
  RESOLVE: 'Decision',
  LIFT_HOLD: 'Legal hold',
  RELEASE: 'Release the domain',
} as const;
export type WaitingAction = keyof typeof waitingLabels;

export type WaitingParty =
  | 'BORROWER'
  | 'LENDER'
  | 'BOTH'
  | 'OLD_LENDER'
  | 'OPERATOR'
  | 'PLATFORM'
  | 'REGISTRY'
  | 'NONE';

export interface WaitingFor {
  party: WaitingParty;
  /** Null when the loan is over. */
  action: WaitingAction | null;
  /** The deadline, if there is one. */
  until: Date | null;
  /** Names no date: `until` has it. */
  message: string;
}
