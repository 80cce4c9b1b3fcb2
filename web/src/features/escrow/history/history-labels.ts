/** What happened on a loan, in a few words each. */

import type { HistoryAction } from '../../../graph/schema.generated.ts';

const words: Record<HistoryAction, string> = {
  ACCEPT_OFFER: 'Accepted the offer',
  SIGN: 'Signed the contract',
  CANCEL: 'Cancelled, or asked to',
  MARK_PAID: 'Marked the loan as paid',
  CONFIRM_RECEIPT: 'Confirmed the receipt of the money',
  CLAIM_REPAID: 'Claimed that the loan is repaid',
  DENY_REPAID: 'Denied the repayment',
  FINALIZE_RETURN: 'Finalized: the loan is repaid',
  FINALIZE_SEIZE: 'Took the domain',
  FINALIZE_SURRENDER: 'Gave the domain up',
  ESCALATE: 'Escalated the loan',
  ADD_EVIDENCE: 'Added a file',
  SETTLE_CONTINUE: 'Proposed or agreed: the loan goes on',
  SETTLE_RETURN: 'Proposed or agreed: the domain returns to the borrower',
  SETTLE_SEIZE: 'Proposed or agreed: the domain goes to the lender',
  RESOLVE_CONTINUE: 'Resolved: the loan goes on',
  RESOLVE_RETURN: 'Resolved: the domain goes to the borrower',
  RESOLVE_SEIZE: 'Resolved: the domain goes to the lender',
  RESOLVE_PLATFORM: 'Resolved: the domain goes to the platform',
  RESERVATION_GRANTED: 'The domain was reserved',
  RESERVATION_REFUSED: 'The domain could not be reserved',
  DRAW_CONTRACT: 'The contract was drawn up',
  CUSTODY_ARRIVED: 'The domain came into custody',
  CUSTODY_LOST: 'The domain left our custody',
  SEAL_CONTRACT: 'The signed contract was sealed',
  EXPIRE_SIGNATURE: 'Cancelled: not signed by both in time',
  EXPIRE_TRANSFER: 'Cancelled: the domain did not arrive in time',
  CANCEL_UNANSWERED: 'Cancelled: the lender did not answer',
  REMIND_RECEIPT: 'The borrower was reminded of the receipt',
  DEEM_RECEIVED: 'The money counts as received',
  REMIND_DUE: 'The borrower was reminded of the due day',
  SEND_NOTICE: 'The notice of default went out',
  ESCALATE_UNANSWERED: 'Disputed: the lender did not answer the claim',
  TRANSFER_STARTED: 'The transfer into custody began',
  TRANSFER_FAILED: 'The transfer into custody failed',
  RENEWAL_NEEDED: 'The domain must be renewed first',
  RENEWED: 'The domain was renewed',
  RENEWAL_FAILED: 'A renewal failed',
  OWNER_CHANGED: 'The domain is in its new owner’s account',
};

/** One that a later release of the server brings is written as it is called. */
export function historyWords(action: HistoryAction): string {
  return words[action] ?? String(action).toLowerCase().replaceAll('_', ' ');
}
