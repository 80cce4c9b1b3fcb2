/**
 * The states and moves of a loan by name. Lending's table decides with them; words and readers are exhaustive
 * over them, so that a new move does not compile before everyone has an answer to it.
 */

/** Every status a loan can have (requirements.txt section 4; the spelling SEZIURE is the customer's). */
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

/** Every move there is: those of people first, in the order in which they are offered; then facts, steps, the clock's. */
export const escrowTransitions = [
  'SIGN',
  'CANCEL',
  'MARK_PAID',
  'CONFIRM_RECEIPT',
  'CLAIM_REPAID',
  'DENY_REPAID',
  'FINALIZE_RETURN',
  'FINALIZE_SEIZE',
  'FINALIZE_SURRENDER',
  'ESCALATE',
  'ADD_EVIDENCE',
  'SETTLE_CONTINUE',
  'SETTLE_RETURN',
  'SETTLE_SEIZE',
  'RESOLVE_CONTINUE',
  'RESOLVE_RETURN',
  'RESOLVE_SEIZE',
  'RESOLVE_PLATFORM',
  'RESERVATION_GRANTED',
  'RESERVATION_REFUSED',
  'DRAW_CONTRACT',
  'CUSTODY_ARRIVED',
  'CUSTODY_LOST',
  'SEAL_CONTRACT',
  'EXPIRE_SIGNATURE',
  'EXPIRE_TRANSFER',
  'CANCEL_UNANSWERED',
  'REMIND_RECEIPT',
  'DEEM_RECEIVED',
  'REMIND_DUE',
  'SEND_NOTICE',
  'ESCALATE_UNANSWERED',
] as const;
export type EscrowTransition = (typeof escrowTransitions)[number];

/** The kinds of a loan's contract: GraphQL's name of each, and the number that is stored and that REST shows. */
export const contractKinds = { BANK_TRANSFER: 0, CRYPTOCURRENCY: 1 } as const;
export type ContractKind = (typeof contractKinds)[keyof typeof contractKinds];
