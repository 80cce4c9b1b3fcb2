/**
 * Statuses and transitions of a loan. Tables of rules, texts and consumers are exhaustive over them, so that a new
 * transition does not compile until all of them handle it.
 */

/** All statuses of a loan; the spelling SEZIURE is the customer's. */
export const escrowStatuses = [
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
  'LOAN_POSTED',
  'ESCALATED',
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_RETURN_TO_BORROWER',
  'FINALIZED_PLATFORM_SEZIURE',
  'CANCELLED',
] as const;
export type EscrowStatus = (typeof escrowStatuses)[number];

/** All transitions: those of users in display order, then those of events, automatic steps and deadlines. */
export const escrowTransitions = [
  'SIGN',
  'CANCEL',
  'MARK_PAID',
  'CONFIRM_RECEIPT',
  'PAYMENT_DETAILS',
  'CLAIM_REPAID',
  'WITHDRAW_CLAIM',
  'DENY_REPAID',
  'REPORT_PAYMENT',
  'CONFIRM_PAYMENT',
  'DENY_PAYMENT',
  'WITHDRAW_PAYMENT',
  'ACCELERATE',
  'PROPOSE_AMENDMENT',
  'COUNTER_AMENDMENT',
  'AGREE_AMENDMENT',
  'DECLINE_AMENDMENT',
  'WITHDRAW_AMENDMENT',
  'SIGN_AMENDMENT',
  'FINALIZE_RETURN',
  'FINALIZE_SEIZE',
  'FINALIZE_SURRENDER',
  'ESCALATE',
  'ADD_EVIDENCE',
  'EVIDENCE_DONE',
  'SETTLE_CONTINUE',
  'SETTLE_CONTINUE_MAY_SEIZE',
  'SETTLE_RETURN',
  'SETTLE_SEIZE',
  'RESOLVE_CONTINUE',
  'RESOLVE_CONTINUE_MAY_SEIZE',
  'RESOLVE_RETURN',
  'RESOLVE_SEIZE',
  'RESOLVE_PLATFORM',
  'RELEASE_BORROWER',
  'RELEASE_LENDER',
  'RESERVATION_GRANTED',
  'RESERVATION_REFUSED',
  'DRAW_CONTRACT',
  'CUSTODY_ARRIVED',
  'CUSTODY_LOST',
  'SEAL_CONTRACT',
  'SEAL_AMENDMENT',
  'EXPIRE_SIGNATURE',
  'EXPIRE_TRANSFER',
  'CANCEL_UNANSWERED',
  'EXPIRE_FUNDING',
  'REMIND_FUNDING',
  'EXPIRE_MARK',
  'REMIND_DETAILS',
  'REMIND_RECEIPT',
  'DEEM_RECEIVED',
  'REMIND_PAYMENT',
  'DEEM_PAYMENT',
  'EXPIRE_AMENDMENT',
  'LAPSE_AMENDMENT',
  'DEEM_ADVANCE',
  'REMIND_AMENDMENT',
  'REMIND_DUE',
  'SEND_NOTICE',
  'END_GRACE',
  'ESCALATE_UNANSWERED',
] as const;
export type EscrowTransition = (typeof escrowTransitions)[number];

/** Kinds of contracts: the GraphQL name, and the number that is stored and shown by REST. */
export const contractKinds = { BANK_TRANSFER: 0, CRYPTOCURRENCY: 1 } as const;
export type ContractKind = (typeof contractKinds)[keyof typeof contractKinds];
