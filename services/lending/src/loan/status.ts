/** The labels of loan statuses, and which statuses are final. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowStatuses } from '@nameloan/contracts/loan';

/** The display label of each status. */
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

export function isFinal(status: EscrowStatus): boolean {
  return (finalStatuses as readonly EscrowStatus[]).includes(status);
}

/** Statuses in which the domain secures the loan. */
export const openStatuses: readonly EscrowStatus[] = escrowStatuses.filter(
  (status) => !isFinal(status),
);

/** Statuses of a loan whose money may have arrived and that has not ended. */
export const fundedStatuses = [
  'LOAN_POSTED',
  'ESCALATED',
] as const satisfies readonly EscrowStatus[];

export function isFunded(status: EscrowStatus): boolean {
  return (fundedStatuses as readonly EscrowStatus[]).includes(status);
}

/** The same, and the ends that can follow. */
export const receivableStatuses: readonly EscrowStatus[] = [
  ...fundedStatuses,
  ...finalStatuses.filter((status) => status !== 'CANCELLED'),
];
