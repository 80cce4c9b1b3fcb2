/** Labels of the entries in a loan's history. */

import type { EscrowStatus, HistoryAction } from '../../../graph/schema.generated.ts';

const labels: Record<HistoryAction, string> = {
  ACCEPT_OFFER: 'Accepted the offer',
  SIGN: 'Signed the contract',
  CANCEL: 'Cancelled',
  MARK_PAID: 'Marked the loan as paid',
  CONFIRM_RECEIPT: 'Confirmed receipt of the payment',
  CLAIM_REPAID: 'Claimed repayment',
  DENY_REPAID: 'Denied the repayment',
  FINALIZE_RETURN: 'Finalized: loan repaid',
  FINALIZE_SEIZE: 'Took the domain',
  FINALIZE_SURRENDER: 'Gave up the domain',
  ESCALATE: 'Escalated the loan',
  ADD_EVIDENCE: 'Added a file',
  SETTLE_CONTINUE: 'Proposed or agreed: the loan continues',
  SETTLE_RETURN: 'Proposed or agreed: the domain returns to the borrower',
  SETTLE_SEIZE: 'Proposed or agreed: the domain goes to the lender',
  RESOLVE_CONTINUE: 'Resolved: the loan continues',
  RESOLVE_RETURN: 'Resolved: the domain goes to the borrower',
  RESOLVE_SEIZE: 'Resolved: the domain goes to the lender',
  RESOLVE_PLATFORM: 'Resolved: the domain goes to the platform',
  RESERVATION_GRANTED: 'Domain reserved',
  RESERVATION_REFUSED: 'Domain could not be reserved',
  DRAW_CONTRACT: 'Contract drawn up',
  CUSTODY_ARRIVED: 'Domain arrived in custody',
  CUSTODY_LOST: 'Domain left custody',
  SEAL_CONTRACT: 'Signed contract sealed',
  EXPIRE_SIGNATURE: 'Cancelled: not signed by both in time',
  EXPIRE_TRANSFER: 'Cancelled: the domain did not arrive in time',
  CANCEL_UNANSWERED: 'Cancelled: no answer from the lender',
  REMIND_RECEIPT: 'Reminder to confirm receipt sent',
  DEEM_RECEIVED: 'Payment counts as received',
  REMIND_DUE: 'Due-date reminder sent',
  SEND_NOTICE: 'Notice of default sent',
  ESCALATE_UNANSWERED: 'Disputed: the lender did not answer the claim',
  TRANSFER_STARTED: 'Transfer into custody started',
  TRANSFER_FAILED: 'Transfer into custody failed',
  RENEWAL_NEEDED: 'Domain must be renewed first',
  RENEWED: 'Domain renewed',
  RENEWAL_FAILED: 'Renewal failed',
  OWNER_CHANGED: 'Domain moved to its new owner’s account',
};

/** Describes an entry by its action and the new status. An action of a later server release is shown by its name. */
export function describeHistoryAction(action: HistoryAction, to: EscrowStatus | null): string {
  if (action === 'CANCEL' && to !== 'CANCELLED') return 'Asked to cancel';
  return labels[action] ?? String(action).toLowerCase().replaceAll('_', ' ');
}
