/** What a loan waits for while an amendment is open. */

import type { LiveAmendment } from '../../loan/amendment.ts';
import type { Escrow } from '../escrow.ts';
import {
  computeAdvanceDeemedAt,
  computeLapseAt,
  computeProposalEnd,
} from '../transition/amendment/amendment-deadlines.ts';
import type { PartyPhrases } from './party-phrases.ts';
import { toSentence, you } from './party-phrases.ts';
import type { WaitingFor } from './waiting-labels.ts';

/** Null without an open amendment, and where a claim of repayment waits for its answer. */
export function describeAmendmentWait(escrow: Escrow, phrases: PartyPhrases): WaitingFor | null {
  const { amendment, claim } = escrow;
  if (!amendment || claim) return null;
  switch (amendment.status) {
    case 'PROPOSED':
      return describeProposal(escrow, amendment, phrases);
    case 'AGREED':
      return describeSignatures(escrow, amendment, phrases);
    default:
      return describeMoney(escrow, amendment, phrases);
  }
}

const otherwise = 'or the terms stay as they are';

/** It changes no deadline of the loan. */
function describeProposal(
  escrow: Escrow,
  { proposedBy }: LiveAmendment,
  { borrower, lender, has }: PartyPhrases,
): WaitingFor {
  const party = proposedBy === 'BORROWER' ? 'LENDER' : 'BORROWER';
  const until = computeProposalEnd(escrow);
  const who = has(party === 'BORROWER' ? borrower : lender);
  const message = toSentence(`${who} to answer the proposed amendment in time, ${otherwise}`);
  return { party, action: 'ANSWER_AMENDMENT', until, message };
}

function describeSignatures(
  escrow: Escrow,
  { borrowerSignedAt, lenderSignedAt }: LiveAmendment,
  { borrower, lender, has }: PartyPhrases,
): WaitingFor {
  const until = computeLapseAt(escrow);
  const describe = (who: string) =>
    toSentence(`${who} to sign the agreed amendment in time, ${otherwise}`);
  const action = 'SIGN_AMENDMENT';
  if (borrowerSignedAt === null && lenderSignedAt === null) {
    const both = borrower === you || lender === you ? 'you both have' : 'both have';
    return { party: 'BOTH', action, until, message: describe(both) };
  }
  return borrowerSignedAt === null
    ? { party: 'BORROWER', action, until, message: describe(has(borrower)) }
    : { party: 'LENDER', action, until, message: describe(has(lender)) };
}

function describeMoney(
  escrow: Escrow,
  { seq, kind, sent }: LiveAmendment,
  { borrower, lender, has }: PartyPhrases,
): WaitingFor {
  if (kind === 'PRINCIPAL_UP') {
    const until = computeAdvanceDeemedAt(escrow) ?? computeLapseAt(escrow);
    const task = sent
      ? `${has(borrower)} to confirm or deny the further principal in time, or it counts`
      : `${has(lender)} to send the further principal and report it in time, ${otherwise}`;
    const message = toSentence(task);
    return sent
      ? { party: 'BORROWER', action: 'ANSWER_PAYMENT', until, message }
      : { party: 'LENDER', action: 'PAY_AMENDMENT', until, message };
  }
  const until = computeLapseAt(escrow);
  const isReported = escrow.openPayments?.some(({ amendment }) => amendment === seq) ?? false;
  const task = isReported
    ? `${has(lender)} to confirm or deny the agreed money`
    : `${has(borrower)} to send the agreed money and report it`;
  const message = toSentence(`${task} in time, ${otherwise}`);
  return isReported
    ? { party: 'LENDER', action: 'ANSWER_PAYMENT', until, message }
    : { party: 'BORROWER', action: 'PAY_AMENDMENT', until, message };
}
