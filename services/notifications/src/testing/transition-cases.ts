/** The expected notifications of each transition, written by hand. */

import type { EventData } from '@nameloan/contracts/events';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';

type TransitionData = EventData<'lending.escrow.moved'>;
export type Statuses = EscrowStatus | `${EscrowStatus} ${EscrowStatus}`;

/** One of the cases. */
export interface Case {
  move: EscrowTransition;
  by: TransitionData['by'];
  statuses: Statuses;
}

/** The event of a case, of a loan that is due on December 28, 2026. */
export function makeCase({ move, by, statuses }: Case, hasNote = false): TransitionData {
  const [from, to = from] = statuses.split(' ') as [EscrowStatus, EscrowStatus?];
  const parties = { domainName: 'example.com', borrowerId: 'bo', lenderId: 'le' };
  const dueAt = '2026-12-28T10:00:00.000Z';
  const graceEndsAt = '2027-01-05T10:00:00.000Z';
  return {
    escrowId: 'e1',
    domainId: 'd1',
    ...parties,
    move,
    by,
    from,
    to,
    hasNote,
    dueAt,
    graceEndsAt,
    payoffCents: 92_754,
    instalment: null,
    daysToDue: null,
    receivedBy: 'BORROWER',
    collateralGone: false,
    claimBlocks: true,
    maySeize: false,
    evidenceComplete: false,
  };
}

/** Transition, actor, from and to, recipients ("!" marks an alert), and a pattern of the first body. */
export const cases: [EscrowTransition, TransitionData['by'], Statuses, string, RegExp?][] = [
  [
    'RESERVATION_REFUSED',
    'SYSTEM',
    'PENDING_SIGNATURE CANCELLED',
    'bo le',
    /could not be reserved.* Reason: Why not\./,
  ],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE', 'le!', /signature is still missing/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE', 'bo!'],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE NEW', 'bo! le', /Start its transfer into custody/],
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le!', /now sends the money/],
  // A user's own action raises no alert.
  ['SIGN', 'BORROWER', 'PENDING_SIGNATURE NEW', 'bo le', /Start its transfer into custody/],
  ['SIGN', 'LENDER', 'PENDING_SIGNATURE DOMAIN_IN_CUSTODY', 'bo le', /now sends the money/],
  ['CANCEL', 'BORROWER', 'NEW CANCELLED', 'le', /The borrower cancelled/],
  ['CANCEL', 'LENDER', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo', /The lender cancelled/],
  ['CANCEL', 'SYSTEM', 'NEW CANCELLED', 'bo le', /Nameloan cancelled/],
  ['CANCEL', 'BORROWER', 'DOMAIN_IN_CUSTODY', 'le!', /asks to cancel/],
  ['CUSTODY_ARRIVED', 'SYSTEM', 'NEW DOMAIN_IN_CUSTODY', 'le!', /Mark Paid, then send \$900\.50/],
  ['CUSTODY_ARRIVED', 'SYSTEM', 'PENDING_SIGNATURE', ''],
  ['CUSTODY_LOST', 'SYSTEM', 'NEW CANCELLED', 'bo le', /left our custody\. Reason: Why not\./],
  ['CUSTODY_LOST', 'SYSTEM', 'LOAN_POSTED ESCALATED', 'bo! le! op!', /left our custody/],
  [
    'CUSTODY_LOST',
    'SYSTEM',
    'ESCALATED',
    'bo! le! op!',
    /left our custody .* only end with a decision for the platform/,
  ],
  ['CUSTODY_LOST', 'SYSTEM', 'PENDING_SIGNATURE CANCELLED', 'bo le', /left our custody/],
  ['MARK_PAID', 'LENDER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'bo!', /\$900\.50 .*Confirm it/],
  ['MARK_PAID', 'BORROWER', 'DOMAIN_IN_CUSTODY LOAN_POSTED', 'le', /due on December 28, 2026/],
  ['CONFIRM_RECEIPT', 'BORROWER', 'LOAN_POSTED', 'le', /\$900\.50 .*due on December 28, 2026/],
  ['CLAIM_REPAID', 'BORROWER', 'LOAN_POSTED', 'le!', /Details: Why not\. Finalize/],
  ['PAYMENT_DETAILS', 'LENDER', 'LOAN_POSTED', 'bo!', /\$900\.50 .* Details: Why not\. Confirm/],
  ['WITHDRAW_CLAIM', 'BORROWER', 'LOAN_POSTED', 'le', /withdrew .* \$927\.54\./],
  ['ADD_EVIDENCE', 'LENDER', 'LOAN_POSTED', 'bo', /added evidence to the loan on/],
  ['EVIDENCE_DONE', 'LENDER', 'ESCALATED', 'bo', /complete\. Once you say the same/],
  ['RELEASE_BORROWER', 'OPERATOR', 'FINALIZED_PLATFORM_SEZIURE', 'bo le', /released it to you\./],
  [
    'RELEASE_LENDER',
    'OPERATOR',
    'FINALIZED_PLATFORM_SEZIURE',
    'bo le',
    /released it to the lender\./,
  ],
  [
    'CUSTODY_LOST',
    'SYSTEM',
    'FINALIZED_PLATFORM_SEZIURE',
    'bo le op',
    /before an operator released/,
  ],
  ['END_GRACE', 'SYSTEM', 'LOAN_POSTED', 'le!', /take the domain .* more time\. Payoff on/],
  [
    'SETTLE_CONTINUE_MAY_SEIZE',
    'BORROWER',
    'ESCALATED LOAN_POSTED',
    'bo le',
    /both agreed .* the lender may take the domain/,
  ],
  [
    'RESOLVE_CONTINUE_MAY_SEIZE',
    'OPERATOR',
    'ESCALATED LOAN_POSTED',
    'bo le',
    /the lender may take the domain from now on\. Reason: Why not\./,
  ],
  ['EXPIRE_FUNDING', 'SYSTEM', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo le', /the lender didn’t pay/],
  [
    'REMIND_FUNDING',
    'SYSTEM',
    'DOMAIN_IN_CUSTODY',
    'le! bo',
    /The borrower may now cancel at once/,
  ],
  ['EXPIRE_MARK', 'SYSTEM', 'LOAN_POSTED DOMAIN_IN_CUSTODY', 'le! bo', /again within 2 days/],
  ['REMIND_DETAILS', 'SYSTEM', 'LOAN_POSTED', 'le!', /\$900\.50 .*Add date, method and reference/],
  ['DENY_REPAID', 'LENDER', 'LOAN_POSTED', 'bo!', /denies .* Reason: Why not\./],
  ['ACCELERATE', 'LENDER', 'LOAN_POSTED', 'bo! le', /whole loan .* Reason: Why not\. .* 7 days/],
  [
    'PROPOSE_AMENDMENT',
    'BORROWER',
    'LOAN_POSTED',
    'le!',
    /The borrower proposes .* Terms: Why not\./,
  ],
  ['COUNTER_AMENDMENT', 'LENDER', 'LOAN_POSTED', 'bo!', /The lender proposes other terms/],
  ['AGREE_AMENDMENT', 'LENDER', 'LOAN_POSTED', 'bo! le', /Both sign within 3 days .* 10 days/],
  ['DECLINE_AMENDMENT', 'LENDER', 'LOAN_POSTED', 'bo', /declined .* Reason: Why not\./],
  ['WITHDRAW_AMENDMENT', 'BORROWER', 'LOAN_POSTED', 'le', /needs no answer any more/],
  ['SIGN_AMENDMENT', 'BORROWER', 'LOAN_POSTED', 'le', /signed .* due on December 28, 2026/],
  ['EXPIRE_AMENDMENT', 'SYSTEM', 'LOAN_POSTED', 'bo le', /not answered within 7 days/],
  ['LAPSE_AMENDMENT', 'SYSTEM', 'LOAN_POSTED', 'bo le', /Why: Why not\. .* due on December 28/],
  [
    'LAPSE_AMENDMENT',
    'SYSTEM',
    'LOAN_POSTED ESCALATED',
    'bo! le! op!',
    /The lender hasn’t answered the agreed payment .* lapsed after 10 days/,
  ],
  ['FINALIZE_RETURN', 'LENDER', 'LOAN_POSTED FINALIZED_RETURN_TO_BORROWER', 'bo', /complete/],
  ['FINALIZE_SEIZE', 'LENDER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'bo', /satisfied in full/],
  ['FINALIZE_SURRENDER', 'BORROWER', 'LOAN_POSTED FINALIZED_LENDER_SEIZURE', 'le', /gave up/],
  [
    'ESCALATE',
    'LENDER',
    'LOAN_POSTED ESCALATED',
    'bo! op!',
    /The lender escalated .* Reason: Why not\. You each have 10 days to add evidence .* same outcome/,
  ],
  ['ADD_EVIDENCE', 'LENDER', 'ESCALATED', 'bo', /The lender added .* Newest file: Why not\./],
  ['SETTLE_CONTINUE', 'BORROWER', 'ESCALATED', 'le!', /proposes .*: the loan continues\./],
  ['SETTLE_RETURN', 'LENDER', 'ESCALATED', 'bo!', /The lender proposes .* choose the same outcome/],
  [
    'SETTLE_RETURN',
    'BORROWER',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /both agreed .* returns to you/,
  ],
  [
    'SETTLE_SEIZE',
    'LENDER',
    'ESCALATED FINALIZED_LENDER_SEIZURE',
    'bo le',
    /both agreed .* goes to the lender/,
  ],
  [
    'RESOLVE_CONTINUE',
    'OPERATOR',
    'ESCALATED LOAN_POSTED',
    'bo le',
    /the loan continues\. Reason: Why not\./,
  ],
  [
    'RESOLVE_RETURN',
    'OPERATOR',
    'ESCALATED FINALIZED_RETURN_TO_BORROWER',
    'bo le',
    /returns to you/,
  ],
  [
    'RESOLVE_SEIZE',
    'OPERATOR',
    'ESCALATED FINALIZED_LENDER_SEIZURE',
    'bo le',
    /goes to the lender/,
  ],
  [
    'RESOLVE_PLATFORM',
    'OPERATOR',
    'ESCALATED FINALIZED_PLATFORM_SEZIURE',
    'bo le',
    /Nameloan holds the domain until an operator releases it to you or the lender/,
  ],
  ['EXPIRE_SIGNATURE', 'SYSTEM', 'PENDING_SIGNATURE CANCELLED', 'bo le', /within 7 days.* free/],
  ['EXPIRE_TRANSFER', 'SYSTEM', 'NEW CANCELLED', 'bo le', /within 30 days.* free/],
  ['CANCEL_UNANSWERED', 'SYSTEM', 'DOMAIN_IN_CUSTODY CANCELLED', 'bo le', /within 3 days.* free/],
  ['REMIND_RECEIPT', 'SYSTEM', 'LOAN_POSTED', 'bo!', /\$900\.50 .* Confirm .* Why not/],
  [
    'DEEM_RECEIVED',
    'SYSTEM',
    'LOAN_POSTED',
    'bo! le',
    /for 5 days\. It is due on December 28, 2026/,
  ],
  ['REMIND_DUE', 'SYSTEM', 'LOAN_POSTED', 'bo!', /due today, on December 28, 2026\..* \$927\.54/],
  [
    'SEND_NOTICE',
    'SYSTEM',
    'LOAN_POSTED',
    'bo! le!',
    /due on December 28, 2026.*until January 5, 2027.*\$927\.54/,
  ],
  [
    'ESCALATE_UNANSWERED',
    'SYSTEM',
    'LOAN_POSTED ESCALATED',
    'bo! le! op!',
    /For 10 days the lender hasn’t answered/,
  ],
  ['REPORT_PAYMENT', 'BORROWER', 'LOAN_POSTED', 'le!', /Details: Why not\. Confirm it once/],
  ['CONFIRM_PAYMENT', 'LENDER', 'LOAN_POSTED', 'bo', /Amount: Why not\. Payoff .* \$927\.54/],
  ['DENY_PAYMENT', 'LENDER', 'LOAN_POSTED', 'bo', /denied .* Reason: Why not\. .* escalate/],
  ['WITHDRAW_PAYMENT', 'BORROWER', 'LOAN_POSTED', 'le', /withdrew .* Payment: Why not\./],
  ['REMIND_PAYMENT', 'SYSTEM', 'LOAN_POSTED', 'le!', /counts after 10 days without an answer/],
  ['DEEM_PAYMENT', 'SYSTEM', 'LOAN_POSTED', 'bo le', /lender didn’t answer for 10 days\./],
  ['SEAL_CONTRACT', 'SYSTEM', 'NEW', ''],
  ['SEAL_AMENDMENT', 'SYSTEM', 'LOAN_POSTED', ''],
  ['ASSIGN', 'LENDER', 'LOAN_POSTED', 'bo le', /was sold\. Sale: Why not\. .* either lender/],
  ['DRAW_CONTRACT', 'SYSTEM', 'PENDING_SIGNATURE', ''],
  ['RESERVATION_GRANTED', 'SYSTEM', 'PENDING_SIGNATURE', ''],
];
