/** The states of a loan, their words, and which of them are the end. */

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

/** The status as screens show it. */
export const statusLabels = {
  PENDING_SIGNATURE: 'Pending Signature',
  NEW: 'Waiting for Transfer',
  DOMAIN_IN_CUSTODY: 'Waiting for Payment',
  LOAN_POSTED: 'Marked Paid',
  ESCALATED: 'Disputed',
  FINALIZED_LENDER_SEIZURE: 'Seized',
  FINALIZED_RETURN_TO_BORROWER: 'Complete',
  FINALIZED_PLATFORM_SEZIURE: 'Seized',
  CANCELLED: 'Cancelled',
} as const satisfies Record<EscrowStatus, string>;

/** Statuses that a loan never leaves. */
export const finalStatuses = [
  'FINALIZED_LENDER_SEIZURE',
  'FINALIZED_RETURN_TO_BORROWER',
  'FINALIZED_PLATFORM_SEZIURE',
  'CANCELLED',
] as const satisfies readonly EscrowStatus[];

/** Statuses in which the domain is bound to this loan. */
export const openStatuses = [
  'PENDING_SIGNATURE',
  'NEW',
  'DOMAIN_IN_CUSTODY',
  'LOAN_POSTED',
  'ESCALATED',
] as const satisfies readonly EscrowStatus[];

/** Whether a loan in this status is over for good. */
export function isFinal(status: EscrowStatus): boolean {
  return (finalStatuses as readonly EscrowStatus[]).includes(status);
}
