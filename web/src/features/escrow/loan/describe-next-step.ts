/** What follows the number and the deadline of a loan, in a sentence or two for its reader. */

import { formatUtcDay } from '../../../format/day.ts';
import { formatShortDay } from '../../../format/short-day.ts';
import type { EscrowStage } from '../../../graph/schema.generated.ts';
import { isUnseizable } from '../../../ui/loan/is-unseizable.ts';
import { findNextAmendment } from '../amendments/find-amendment.ts';
import { isBeforeLast, isCureClaimed } from '../instalment.ts';
import { isRefinanceWait } from '../legs/describe-refinance-wait.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName, isClosed } from '../loan-parties.ts';

const running = 'The loan is running.';

const transferTime = 'Transfers take minutes to weeks, depending on the TLD.';

type Texts = { LENDER: string; BORROWER: string };

/** The payment was marked as sent; what silence does depends on whether its details were given. */
function describeReceipt({ waitingFor, markLapsesAt, ...loan }: Loan): Texts {
  const lender = getFirstName(loan.lenderName);
  const borrower = getFirstName(loan.borrowerName);
  if (markLapsesAt)
    return {
      LENDER: `Add the payment’s date, method and reference, or the mark lapses, unless ${borrower} confirms the money first.`,
      BORROWER: `${lender} marked the loan as paid. Confirm receipt once the money arrives. The mark lapses unless ${lender} adds the payment’s details or you confirm first.`,
    };
  const counts = waitingFor.until !== null;
  return {
    LENDER: `Interest starts on the day ${borrower} confirms it${counts ? ', or once it counts as received' : ''}.`,
    BORROWER: `${lender} has sent the money. Confirm receipt once it arrives${counts ? ', or it counts as received' : ''}.`,
  };
}

/** A payment that cured the default by the day of the acceleration, whenever it is confirmed. */
const describeUndoing = ({ acceleratedAt }: Loan): string =>
  `A payment on ${formatUtcDay(acceleratedAt ?? '')} or before that covers all that was overdue then undoes this`;

/** The next step of a loan whose payment was marked as sent, for each party. */
function describePosted(stage: EscrowStage, loan: Loan, now: Date): Texts {
  const lender = getFirstName(loan.lenderName);
  const borrower = getFirstName(loan.borrowerName);
  const repayTo = `Repay ${lender} directly, then press Claim Repaid.`;
  const graceEnd = loan.graceEndsAt ? ` on ${formatShortDay(loan.graceEndsAt, now)}` : '';
  // By a decision or an agreement, whatever the day.
  const seizable = {
    LENDER: `${running} You may take the domain at any time, or finalize once it is repaid.`,
    BORROWER: `${running} Repay ${lender} now to keep the domain: ${lender} may take it at any time.`,
  };
  const undoes = describeUndoing(loan);
  const texts: Record<EscrowStage, Texts> = {
    AWAITING_RECEIPT: describeReceipt(loan),
    REPAYMENT_CLAIMED: {
      LENDER: `${borrower} reported the loan as repaid. Finalize if you have the money; deny it if not. Without an answer an operator decides.`,
      BORROWER: `The domain returns to you once ${lender} confirms. Without an answer an operator decides.`,
    },
    PAYMENT_CLAIMED: {
      LENDER: `${borrower} reported a payment. Confirm it if you have the money; deny it if not.`,
      BORROWER: `${lender} has to confirm the payment you reported. ${repayTo}`,
    },
    ACTIVE: loan.maySeize
      ? seizable
      : {
          LENDER: `Finalize once it is repaid. If it isn’t when grace ends${graceEnd}, you may take the domain.`,
          BORROWER: `${repayTo} If it isn’t repaid when grace ends${graceEnd}, ${lender} may take the domain.`,
        },
    IN_GRACE: loan.maySeize
      ? seizable
      : {
          LENDER: `${borrower} may still repay. When grace ends, you may take the domain.`,
          BORROWER: `${repayTo} When grace ends, ${lender} may take the domain.`,
        },
    ACCELERATED: {
      LENDER: `Everything owed is due. ${borrower} may still repay it all; then you may take the domain. ${undoes}.`,
      BORROWER: `Everything owed is due. ${repayTo} Otherwise ${lender} may take the domain. ${undoes}: report it.`,
    },
    OVERDUE: {
      LENDER: 'The loan was not repaid in time. Take the domain, or give more time.',
      BORROWER: `${lender} can take the domain at any time. ${repayTo}`,
    },
  };
  return loan.maySeize || !isBeforeLast(loan)
    ? texts[stage]
    : { ...texts, ...describeInstalments(loan, graceEnd) }[stage];
}

/** What a missed payment of a plan leads to: the first within 12 months to an acceleration, a further one to a seizure. */
function describeInstalments(
  { borrowerName, lenderName, waitingFor }: Loan,
  graceEnd: string,
): Partial<Record<EscrowStage, Texts>> {
  const lender = getFirstName(lenderName);
  const borrower = getFirstName(borrowerName);
  const pay = `Pay ${lender} directly, then report the payment.`;
  const accelerates = waitingFor.action === 'ACCELERATE';
  const may = 'may accelerate the loan or, after a second miss in 12 months, take the domain';
  return {
    ACTIVE: {
      LENDER: `${borrower} pays you directly and reports it. If it isn’t paid when grace ends${graceEnd}, you ${may}.`,
      BORROWER: `${pay} If it isn’t paid when grace ends${graceEnd}, ${lender} ${may}.`,
    },
    PAYMENT_CLAIMED: {
      LENDER: `${borrower} reported a payment. Confirm it if you have the money; deny it if not.`,
      BORROWER: `${lender} has to confirm the payment you reported.`,
    },
    IN_GRACE: {
      LENDER: `${borrower} may still catch up. When grace ends, you ${may}.`,
      BORROWER: `${pay} When grace ends, ${lender} ${may}.`,
    },
    OVERDUE: accelerates
      ? {
          LENDER: `Accelerate the loan, which makes all of it due, or give more time. Until then ${borrower} may still catch up.`,
          BORROWER: `${pay} ${lender} may accelerate the loan at any time, which makes all of it due.`,
        }
      : {
          LENDER: 'An instalment was not paid in time. Take the domain, or give more time.',
          BORROWER: `${pay} ${lender} can take the domain at any time.`,
        },
  };
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

function describeFunding(loan: Loan, now: Date): string {
  const { role, waitingFor, fundingDueAt, whatNext } = loan;
  const isLate = fundingDueAt !== null && Date.parse(fundingDueAt) <= now.getTime();
  // The server knows the consequence.
  if (waitingFor.action === 'ANSWER_CANCEL' || isLate) return whatNext;
  const task =
    role === 'LENDER'
      ? 'Mark the loan as paid, then send the money.'
      : 'The lender is sending the payment.';
  const borrower =
    role === 'BORROWER'
      ? 'you'
      : role === 'LENDER'
        ? getFirstName(loan.borrowerName)
        : 'the borrower';
  // Old loans have no deadline.
  const late = fundingDueAt ? ` After the deadline ${borrower} may cancel at once.` : '';
  return `The domain is in escrow. ${task}${late}`;
}

/** The server's sentence says that the loan is cancelled unless the domain arrives in time. */
function describeTransfer({ role, waitingFor, whatNext, replaces }: Loan): string {
  if (waitingFor.action === 'RENEW' || replaces !== null) return whatNext;
  return role === 'BORROWER' && waitingFor.action === 'TRANSFER_IN'
    ? `Transfer the domain to us to hold in escrow, or the loan is cancelled. ${transferTime}`
    : `${whatNext} ${transferTime}`;
}

/** When an operator decides a dispute that still takes evidence, and what is at stake. */
function describeDecision({ waitingFor, disputeDates, inCustodyAt }: Loan, now: Date): string {
  if (waitingFor.action !== 'ADD_EVIDENCE' || !disputeDates) return '';
  const due = formatShortDay(disputeDates.decisionDue, now);
  // Out of custody, a decision can only give it to the platform.
  const stake = inCustodyAt === null ? '' : ' The domain can go to either party.';
  return ` The decision is due by ${due}, with or without more evidence.${stake}`;
}

export function describeNextStep(loan: Loan, now: Date): string {
  const { status, stage, role, waitingFor, whatNext, settlement } = loan;
  if (isClosed(loan)) return whatNext;
  switch (status) {
    case 'PENDING_SIGNATURE':
      return describeSigning(loan);
    case 'NEW':
      return describeTransfer(loan);
    case 'DOMAIN_IN_CUSTODY':
      return describeFunding(loan, now);
    case 'LOAN_POSTED':
      if (
        waitingFor.action === 'ESCALATE' ||
        isUnseizable(loan) ||
        findNextAmendment(loan) ||
        isRefinanceWait(loan)
      )
        return whatNext;
      if (!stage || role === 'OPERATOR') return running;
      return describePosted(isCureClaimed(loan) ? 'PAYMENT_CLAIMED' : stage, loan, now)[role];
    case 'ESCALATED':
      return `${settlement?.by === role ? `You proposed: ${settlement.label}.` : 'This loan is disputed.'} ${whatNext}${describeDecision(loan, now)}`;
    default:
      return whatNext;
  }
}
