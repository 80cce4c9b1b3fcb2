/** The first line of the next-step card: an amount and the words around it, as its reader sees the loan. */

import type { EscrowStage } from '../../../graph/schema.generated.ts';
import { describeState } from '../amendments/describe-state.ts';
import {
  findAmendmentTask,
  findLiveAmendment,
  findNextAmendment,
} from '../amendments/find-amendment.ts';
import { describeInstalment, findInstalment, isCureClaimed } from '../instalment.ts';
import { sumOpenLegs } from '../legs/describe-refinance-wait.ts';
import { isRefinanced } from '../legs/find-refinance.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName, isClosed } from '../loan-parties.ts';
import { findClaimedPayment, sumRepaid, sumReported } from './counted-payments.ts';

export interface Headline {
  before?: string;
  /** US cents; absent where the loan has no amount to name. */
  cents?: number;
  after?: string;
}

export function describeHeadline(loan: Loan): Headline {
  if (isClosed(loan)) return describeEnd(loan);
  switch (loan.status) {
    case 'PENDING_SIGNATURE':
      return describeSigning(loan);
    case 'NEW':
      return describeTransfer(loan);
    case 'DOMAIN_IN_CUSTODY':
      return describeFunding(loan);
    case 'ESCALATED':
      return { cents: loan.payoff ?? loan.amount, after: 'in dispute' };
    default:
      return describePosted(loan);
  }
}

function describeSigning({ role, amount: cents, waitingFor, ...loan }: Loan): Headline {
  if (waitingFor.action !== 'SIGN') return { cents, after: 'once the contract is ready' };
  const signed = role === 'BORROWER' ? loan.borrowerSigned : loan.lenderSigned;
  if (!signed) return { before: role === 'BORROWER' ? 'Sign to borrow' : 'Sign to lend', cents };
  const other = getFirstName(role === 'BORROWER' ? loan.lenderName : loan.borrowerName);
  return { cents, after: `once ${other} signs` };
}

function describeTransfer({ role, amount: cents, waitingFor, replaces }: Loan): Headline {
  if (replaces !== null) return { cents, after: 'once the old loan is repaid' };
  const arrived = { cents, after: 'once the domain arrives' };
  if (role !== 'BORROWER') return { before: 'Send', ...arrived };
  if (waitingFor.action === 'RENEW') return { before: 'Renew the domain to get', cents };
  return waitingFor.action === 'TRANSFER_IN' ? { before: 'Transfer in to get', cents } : arrived;
}

function describeFunding({ role, amount: cents, waitingFor, lenderName }: Loan): Headline {
  const answers = waitingFor.action === 'ANSWER_CANCEL';
  if (role === 'LENDER') return { before: 'Send', cents, after: answers ? 'or cancel' : 'now' };
  if (answers) return { before: 'You asked to cancel' };
  return { before: `${getFirstName(lenderName)} sends`, cents };
}

function describePosted(loan: Loan): Headline {
  const amendment = findNextAmendment(loan);
  if (amendment) return { before: describeState(loan, amendment) };
  const { role, amount, payoff, borrowerName, lenderName, markLapsesAt } = loan;
  const stage = isCureClaimed(loan) ? 'PAYMENT_CLAIMED' : loan.stage;
  const cents = payoff ?? amount;
  const legs = sumOpenLegs(loan);
  if (legs > 0)
    return role === 'LENDER'
      ? { before: 'Confirm or deny', cents: legs }
      : { cents: legs, after: 'reported as paid' };
  const isBorrower = role === 'BORROWER';
  if (stage === 'AWAITING_RECEIPT') {
    if (isBorrower)
      return { before: 'Confirm', cents: amount, after: `from ${getFirstName(lenderName)}` };
    if (markLapsesAt) return { before: 'Add the details of', cents: amount };
    return { cents: amount, after: `sent to ${getFirstName(borrowerName)}` };
  }
  if (stage === 'REPAYMENT_CLAIMED' && cents === 0)
    return { before: role === 'LENDER' ? 'Paid in full: return the domain' : 'Paid in full' };
  if (stage === 'REPAYMENT_CLAIMED') {
    const claimed = findClaimedPayment(loan)?.amount ?? cents;
    return role === 'LENDER'
      ? { before: 'Confirm or deny', cents: claimed }
      : { cents: claimed, after: 'claimed as repaid' };
  }
  if (stage === 'PAYMENT_CLAIMED') {
    const reported = sumReported(loan);
    return role === 'LENDER'
      ? { before: 'Confirm or deny', cents: reported }
      : { cents: reported, after: 'reported as paid' };
  }
  const due = describeDue(loan);
  if (due) return due;
  // Before it is due, an order to repay today would mislead.
  if (isBorrower && stage === 'ACTIVE' && !loan.maySeize) return { before: 'Payoff today', cents };
  if (isBorrower) return { before: 'Repay', cents, after: 'today' };
  return { before: `${getFirstName(borrowerName)} owes`, cents, after: 'today' };
}

/** Of a loan with instalments: the next one, what cures a default, or all of it once the lender accelerated the loan. */
function describeDue(loan: Loan): Headline | undefined {
  const { role, stage, payoff, cureAmount, borrowerName } = loan;
  const isBorrower = role === 'BORROWER';
  const borrower = getFirstName(borrowerName);
  if (stage === 'ACCELERATED' && payoff !== null)
    return isBorrower
      ? { before: 'Repay', cents: payoff, after: 'in full' }
      : { before: `${borrower} owes`, cents: payoff, after: 'in full' };
  const instalment = findInstalment(loan);
  if (!instalment) return undefined;
  if (stage === 'IN_GRACE' || stage === 'OVERDUE')
    return isBorrower
      ? { before: 'Pay', cents: cureAmount, after: 'to catch up' }
      : { before: `${borrower} is behind by`, cents: cureAmount };
  const after = describeInstalment(instalment);
  return { before: isBorrower ? 'Pay' : `${borrower} pays`, cents: instalment.amount, after };
}

function describeEnd(loan: Loan): Headline {
  const { status, role, payoff, discharged, held, repaymentClaim, sent, receivedAt } = loan;
  if (isRefinanced(loan)) return { before: 'Refinanced' };
  switch (status) {
    case 'FINALIZED_RETURN_TO_BORROWER':
      // Only a confirmed claim says that money came back; the lender may also have let it go.
      if (payoff === null || repaymentClaim === null) return { before: 'Closed as repaid' };
      return describeRepaid(role, sumRepaid(loan) ?? payoff);
    case 'FINALIZED_LENDER_SEIZURE':
      return discharged === null
        ? { before: 'Settled by the domain' }
        : { cents: discharged, after: 'settled by the domain' };
    case 'CANCELLED':
      // Whether money was lent is not ours to say.
      return {
        before: sent && !receivedAt ? 'Cancelled: receipt was never confirmed' : 'Cancelled',
      };
    default:
      return { before: held?.state === 'HELD' ? 'Held by Nameloan' : 'Decided by Nameloan' };
  }
}

function describeRepaid(role: Loan['role'], cents: number): Headline {
  if (role === 'OPERATOR') return { cents, after: 'repaid' };
  return { before: role === 'BORROWER' ? 'You repaid' : 'You got back', cents };
}

/** How the card is coloured: red for grace, overdue and disputes, amber where the reader has to act by a date. */
export type Tone = 'tint' | 'amber' | 'red';

const redStages: ReadonlySet<EscrowStage> = new Set(['IN_GRACE', 'OVERDUE', 'ACCELERATED']);

/** A running loan waits for its borrower from the first reminder on. */
const reminderDays = 14;

export function chooseTone(loan: Loan, now: Date): Tone {
  const { status, stage, role, waitingFor } = loan;
  if (isClosed(loan)) return 'tint';
  if (status === 'ESCALATED' || (stage && redStages.has(stage))) return 'red';
  const amendment = findLiveAmendment(loan);
  if (amendment && findAmendmentTask(loan, amendment)) return 'amber';
  const { party, until, action } = waitingFor;
  // It waits for both: a borrower may confirm, but the deadline is the lender’s.
  if (action === 'PAYMENT_DETAILS' && role === 'BORROWER') return 'tint';
  if (until === null || (party !== role && party !== 'BOTH')) return 'tint';
  const isFar = Date.parse(until) - now.getTime() > reminderDays * 86_400_000;
  return stage === 'ACTIVE' && isFar ? 'tint' : 'amber';
}

/** Nothing happens next: not while the platform holds the domain. */
export const isOver = (loan: Loan): boolean => isClosed(loan) && loan.held?.state !== 'HELD';
