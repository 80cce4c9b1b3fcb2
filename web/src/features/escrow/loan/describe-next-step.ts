/** What follows the number and the deadline of a loan, in a sentence or two for its reader. */

import type { EscrowStage } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName, isClosed } from '../loan-parties.ts';

const running = 'The loan is running.';

/** The next step of a loan whose payment was marked as sent, for each party. */
function describePosted(stage: EscrowStage, loan: Loan): { LENDER: string; BORROWER: string } {
  const lender = getFirstName(loan.lenderName);
  const borrower = getFirstName(loan.borrowerName);
  const repayTo = `Repay ${lender} directly, then press Claim Repaid.`;
  // By a decision or an agreement, whatever the day.
  const seizable = {
    LENDER: `${running} You may take the domain at any time, or finalize once it is repaid.`,
    BORROWER: `${running} Repay ${lender} now to keep the domain: ${lender} may take it at any time.`,
  };
  const texts: Record<EscrowStage, { LENDER: string; BORROWER: string }> = {
    AWAITING_RECEIPT: {
      LENDER: loan.markLapsesAt
        ? 'Add the payment’s date, method and reference, or the mark lapses.'
        : `Interest starts on the day ${borrower} confirms it.`,
      BORROWER: `${lender} has sent the money. Confirm receipt once it arrives.`,
    },
    REPAYMENT_CLAIMED: {
      LENDER: `${borrower} reported the loan as repaid. Finalize if you have the money; deny it if not.`,
      BORROWER: `The domain returns to you once ${lender} confirms. Without an answer an operator decides.`,
    },
    ACTIVE: loan.maySeize
      ? seizable
      : {
          LENDER: `${running} Finalize once it is repaid, or escalate if something goes wrong.`,
          BORROWER: `${repayTo} Finalize gives the domain to ${lender} instead.`,
        },
    IN_GRACE: loan.maySeize
      ? seizable
      : {
          LENDER: `${borrower} may still repay. After that you may take the domain.`,
          BORROWER: `${repayTo} After that ${lender} may take the domain.`,
        },
    OVERDUE: {
      LENDER: 'The loan was not repaid in time. Take the domain, or give more time.',
      BORROWER: `${lender} can take the domain at any time. ${repayTo}`,
    },
  };
  return texts[stage];
}

function describeSigning({
  role,
  borrowerSigned,
  lenderSigned,
  waitingFor,
  whatNext,
}: Loan): string {
  if (waitingFor.action !== 'SIGN') return whatNext;
  const signed = role === 'BORROWER' ? borrowerSigned : lenderSigned;
  return signed
    ? 'You have signed the lending agreement. Without the other signature the loan is cancelled.'
    : 'Sign the lending agreement so the transfer can start, or the loan is cancelled.';
}

function describeFunding({ role, waitingFor, fundingDueAt, whatNext }: Loan, now: Date): string {
  const isLate = fundingDueAt !== null && Date.parse(fundingDueAt) <= now.getTime();
  // The server knows the consequence.
  if (waitingFor.action === 'ANSWER_CANCEL' || isLate) return whatNext;
  return role === 'LENDER'
    ? 'The domain is in escrow. Mark the loan as paid, then send the money.'
    : 'The domain is in escrow. The lender is sending the payment.';
}

export function describeNextStep(loan: Loan, now: Date): string {
  const { status, stage, role, waitingFor, whatNext } = loan;
  if (isClosed(loan)) return whatNext;
  switch (status) {
    case 'PENDING_SIGNATURE':
      return describeSigning(loan);
    case 'NEW':
      if (waitingFor.action === 'RENEW') return whatNext;
      return role === 'BORROWER'
        ? 'Transfer the domain to us to hold in escrow. Transfers take minutes to weeks, depending on the TLD.'
        : 'The borrower is transferring the domain. Transfers take minutes to weeks, depending on the TLD.';
    case 'DOMAIN_IN_CUSTODY':
      return describeFunding(loan, now);
    case 'LOAN_POSTED':
      if (waitingFor.action === 'ESCALATE') return whatNext;
      return stage && role !== 'OPERATOR' ? describePosted(stage, loan)[role] : running;
    case 'ESCALATED':
      return `This loan is disputed. ${whatNext}`;
    default:
      return whatNext;
  }
}
