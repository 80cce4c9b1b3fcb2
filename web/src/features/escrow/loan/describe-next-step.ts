/** What happens next, in a sentence to the reader; the platform's own sentence with its dates stands below it. */

import type { EscrowStage } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';

const open = 'The loan is open.';

/** Of a posted loan, to the lender and to the borrower. */
const posted: Record<EscrowStage, { LENDER: string; BORROWER: string }> = {
  AWAITING_RECEIPT: {
    LENDER: 'The payment is on its way. Interest runs from the day on which it is confirmed.',
    BORROWER: 'The lender says that the money is sent. Confirm the receipt once it is there.',
  },
  REPAYMENT_CLAIMED: {
    LENDER:
      'The borrower says that the loan is repaid. Finalize if the money is there, deny it if not.',
    BORROWER:
      'You have said that the loan is repaid. The domain comes back once the lender agrees.',
  },
  ACTIVE: {
    LENDER: `${open} Finalize once it is repaid, or escalate if something went wrong.`,
    BORROWER: `${open} Claim it repaid once it is, or escalate if something went wrong. To finalize is to give the domain up.`,
  },
  IN_GRACE: {
    LENDER: 'Finalize once it is repaid.',
    BORROWER: 'Repay now to keep the domain.',
  },
  OVERDUE: {
    LENDER: 'The loan was not repaid in time.',
    BORROWER: 'The loan was not repaid in time. The lender may take the domain at any moment.',
  },
};

function whileSigning({ role, borrowerSigned, lenderSigned }: Loan): string {
  const signed = role === 'BORROWER' ? borrowerSigned : lenderSigned;
  return signed
    ? 'You have signed the lending agreement.'
    : 'Sign the lending agreement so the transfer can start.';
}

const seized = 'This loan is closed. The domain went to its new owner.';

export function nextWords(loan: Loan): string | undefined {
  const { status, stage, role } = loan;
  switch (status) {
    case 'PENDING_SIGNATURE':
      return whileSigning(loan);
    case 'NEW':
      return role === 'BORROWER'
        ? 'Transfer the domain to us, so that it can be held in escrow. Transfers take minutes to weeks, depending on the TLD.'
        : 'The borrower is transferring the domain. Transfers take minutes to weeks, depending on the TLD.';
    case 'DOMAIN_IN_CUSTODY':
      return role === 'LENDER'
        ? 'The domain is in escrow. Mark the loan as paid, then send the money.'
        : 'The lender is sending the payment.';
    case 'LOAN_POSTED':
      return stage && role !== 'OPERATOR' ? posted[stage][role] : open;
    case 'ESCALATED':
      return 'This loan is disputed. We will contact both parties.';
    case 'FINALIZED_RETURN_TO_BORROWER':
      return 'This loan is closed. The domain went back to the borrower.';
    case 'FINALIZED_LENDER_SEIZURE':
    case 'FINALIZED_PLATFORM_SEZIURE':
      return seized;
    case 'CANCELLED':
      return 'This loan was cancelled.';
    default:
      return undefined;
  }
}
