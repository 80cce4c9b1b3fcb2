/** Describes the next step of a loan to its reader. The server's sentence, with its deadline, is shown below it. */

import type { EscrowStage } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';

const running = 'The loan is running.';

/** The next step of a loan whose payment was marked as sent, for each party. */
function describePosted(stage: EscrowStage, loan: Loan): { LENDER: string; BORROWER: string } {
  const lender = getFirstName(loan.lenderName);
  // By a decision or an agreement, whatever the day.
  const seizable = {
    LENDER: `${running} You may take the domain at any time, or finalize once it is repaid.`,
    BORROWER: `${running} Repay ${lender} now to keep the domain: ${lender} may take it at any time.`,
  };
  const texts: Record<EscrowStage, { LENDER: string; BORROWER: string }> = {
    AWAITING_RECEIPT: {
      LENDER: loan.markLapsesAt
        ? 'You marked the loan as paid. Add the payment’s date, method and reference.'
        : 'Your payment is on its way. Interest starts on the day the borrower confirms it.',
      BORROWER: `${lender} has sent the money. Confirm receipt once it arrives.`,
    },
    REPAYMENT_CLAIMED: {
      LENDER:
        'The borrower reported the loan as repaid. Finalize if you have the money; deny it if not.',
      BORROWER: `You reported the loan as repaid. The domain returns to you once ${lender} confirms.`,
    },
    ACTIVE: loan.maySeize
      ? seizable
      : {
          LENDER: `${running} Finalize once it is repaid, or escalate if something goes wrong.`,
          BORROWER: `${running} Repay ${lender} directly, then press Claim Repaid. Finalize gives the domain to ${lender} instead.`,
        },
    IN_GRACE: loan.maySeize
      ? seizable
      : {
          LENDER: 'Finalize once it is repaid.',
          BORROWER: 'Repay now to keep the domain.',
        },
    OVERDUE: {
      LENDER: 'The loan was not repaid in time.',
      BORROWER: `The loan was not repaid in time. ${lender} can take the domain at any time.`,
    },
  };
  return texts[stage];
}

function describeSigning({ role, borrowerSigned, lenderSigned }: Loan): string {
  const signed = role === 'BORROWER' ? borrowerSigned : lenderSigned;
  return signed
    ? 'You have signed the lending agreement.'
    : 'Sign the lending agreement so the transfer can start.';
}

function describeSeizure({ status, role, unicodeName }: Loan): string {
  return status === 'FINALIZED_LENDER_SEIZURE' && role === 'LENDER'
    ? `This loan is closed. ${unicodeName} is yours.`
    : 'This loan is closed. The domain went to its new owner.';
}

export function describeNextStep(loan: Loan): string | undefined {
  const { status, stage, role } = loan;
  switch (status) {
    case 'PENDING_SIGNATURE':
      return describeSigning(loan);
    case 'NEW':
      return role === 'BORROWER'
        ? 'Transfer the domain to us to hold in escrow. Transfers take minutes to weeks, depending on the TLD.'
        : 'The borrower is transferring the domain. Transfers take minutes to weeks, depending on the TLD.';
    case 'DOMAIN_IN_CUSTODY':
      return role === 'LENDER'
        ? 'The domain is in escrow. Mark the loan as paid, then send the money.'
        : 'The lender is sending the payment.';
    case 'LOAN_POSTED':
      return stage && role !== 'OPERATOR' ? describePosted(stage, loan)[role] : running;
    case 'ESCALATED':
      return 'This loan is disputed. We will contact both parties.';
    case 'FINALIZED_RETURN_TO_BORROWER':
      return 'This loan is closed. The domain went back to the borrower.';
    case 'FINALIZED_LENDER_SEIZURE':
      return describeSeizure(loan);
    case 'FINALIZED_PLATFORM_SEZIURE':
      return loan.whatNext;
    case 'CANCELLED':
      return 'This loan was cancelled.';
    default:
      return undefined;
  }
}
