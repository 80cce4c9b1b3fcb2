/** The five timeline steps of a loan, with their dates. */

import { countCalendarDays, formatOverdue } from '../../../format/moment.ts';
import { formatShortDay } from '../../../format/short-day.ts';
import type { EscrowStatus } from '../../../graph/schema.generated.ts';
import type { TimelineStep } from '../../../ui/display/timeline.tsx';
import { computeLoanTime } from '../../../ui/loan/compute-loan-time.ts';
import { findInstalment } from '../instalment.ts';
import { isRefinanced, isReplacing } from '../legs/find-refinance.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { findPresentTerm } from './present-terms.ts';

/** Index of the current step; 5 when all are done, -1 for a cancelled loan. */
const currentSteps: Record<EscrowStatus, number> = {
  PENDING_SIGNATURE: 0,
  NEW: 1,
  DOMAIN_IN_CUSTODY: 2,
  LOAN_POSTED: 3,
  ESCALATED: 3,
  FINALIZED_RETURN_TO_BORROWER: 5,
  FINALIZED_LENDER_SEIZURE: 5,
  FINALIZED_PLATFORM_SEZIURE: 5,
  CANCELLED: -1,
};

/** The payment is done once it is received, not when it is sent. */
export function getCurrentStep({
  status,
  receivedAt,
}: Pick<Loan, 'status' | 'receivedAt'>): number {
  const step = currentSteps[status] ?? -1;
  return step === 3 && receivedAt === null ? 2 : step;
}

/** The later of two times, once both are set. */
const getLater = (one: string | null, other: string | null) =>
  one && other ? (Date.parse(one) > Date.parse(other) ? one : other) : undefined;

const outcomes: Partial<Record<EscrowStatus, string>> = {
  FINALIZED_RETURN_TO_BORROWER: 'Name returned',
  FINALIZED_LENDER_SEIZURE: 'Name transferred',
  FINALIZED_PLATFORM_SEZIURE: 'Name transferred',
  CANCELLED: 'Cancelled',
};

/** A domain that the platform held ends where and when it was released. */
function findOutcome(loan: Loan): { text?: string; at: string | null } {
  const { status, held, finalizedAt } = loan;
  if (isRefinanced(loan)) return { text: 'Refinanced', at: finalizedAt };
  if (held?.state === 'HELD') return { text: 'Held by Nameloan', at: finalizedAt };
  if (held?.state === 'LOST') return { text: 'Name left our custody', at: null };
  if (held?.releasedTo === 'BORROWER') return { text: 'Name returned', at: held.releasedAt };
  return { text: outcomes[status], at: held?.releasedAt ?? finalizedAt };
}

const describeDecision = ({ decisionDue }: NonNullable<Loan['disputeDates']>, now: Date) =>
  `Decision due ${formatShortDay(decisionDue, now)}`;

/** The payment step; a dispute over money that never arrived stops it, and the loan does not open. */
function describePayment(loan: Loan, now: Date): Pick<TimelineStep, 'detail' | 'disputed'> {
  const { receivedAt, sent, status, disputeDates } = loan;
  if (receivedAt) return { detail: formatShortDay(receivedAt, now) };
  const payment = isReplacing(loan) ? 'New lender pays the old one' : 'Lender pays borrower';
  const detail = sent ? 'Sent, not confirmed yet' : payment;
  if (status !== 'ESCALATED') return { detail };
  return { detail: disputeDates ? describeDecision(disputeDates, now) : detail, disputed: true };
}

function describeOpen(loan: Loan, now: Date): string {
  const { dueAt, receivedAt, graceEndsAt, status, stage, disputeDates } = loan;
  const term = findPresentTerm(loan);
  const { accelerationEndsAt } = loan;
  if (status === 'CANCELLED') return 'Never opened';
  if (disputeDates && receivedAt) return describeDecision(disputeDates, now);
  if (!dueAt || !receivedAt) return 'Repay within the term';
  const due = `Due ${formatShortDay(dueAt, now)}`;
  if (isClosed(loan)) return due;
  if (stage === 'OVERDUE' && !findInstalment(loan)) return `${due} · ${formatOverdue(dueAt, now)}`;
  if (stage === 'IN_GRACE' && graceEndsAt) return `Grace ends ${formatShortDay(graceEndsAt, now)}`;
  if (accelerationEndsAt) return `All due ${formatShortDay(accelerationEndsAt, now)}`;
  const instalment = findInstalment(loan);
  if (instalment)
    return `Instalment ${instalment.n} of ${instalment.count}, ${formatShortDay(instalment.date, now)}`;
  const days = countCalendarDays(new Date(receivedAt), now);
  return `${due} · ${Math.min(Math.max(days, 0), term)} of ${term} days`;
}

function describeClose(loan: Loan, now: Date): string {
  const { text, at } = findOutcome(loan);
  if (!text) return 'Name returns or transfers';
  return at ? `${text} ${formatShortDay(at, now)}` : text;
}

function withTime(loan: Loan, now: Date): Pick<TimelineStep, 'time'> {
  const time = computeLoanTime(loan, now);
  return time ? { time } : {};
}

export function buildSteps(loan: Loan, now: Date): TimelineStep[] {
  const step = (title: string, done: string | null | undefined, ahead: string): TimelineStep => ({
    title,
    detail: done ? formatShortDay(done, now) : ahead,
  });
  const signedAt = getLater(loan.borrowerSignedAt, loan.lenderSignedAt);
  return [
    step('Sign', signedAt, 'Both parties sign'),
    step(
      'Transfer',
      loan.inCustodyAt,
      isReplacing(loan) ? 'Already in escrow' : 'Domain moves to escrow',
    ),
    { title: 'Payment', ...describePayment(loan, now) },
    { title: 'Loan open', detail: describeOpen(loan, now), ...withTime(loan, now) },
    { title: 'Close', detail: describeClose(loan, now) },
  ];
}
