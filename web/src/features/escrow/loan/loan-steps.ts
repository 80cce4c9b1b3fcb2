/** The five steps of a loan with their dates: which are done, and which one is at hand. */

import { formatUtcDay } from '../../../format/day.ts';
import { formatShortDay } from '../../../format/short-day.ts';
import type { EscrowStatus } from '../../../graph/schema.generated.ts';
import type { TimelineStep } from '../../../ui/display/timeline.tsx';
import type { Loan } from '../loan-parties.ts';

/** Index of the step at hand; 5: all are done; -1: it came to nothing. */
const places: Record<EscrowStatus, number> = {
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

export const stepOf = (status: EscrowStatus): number => places[status] ?? -1;

/** The later of two moments, once both are there. */
const later = (one: string | null, other: string | null) =>
  one && other ? (Date.parse(one) > Date.parse(other) ? one : other) : undefined;

/** When each step was done, as far as it is. */
function datesOf(loan: Loan): (string | undefined)[] {
  return [
    later(loan.borrowerSignedAt, loan.lenderSignedAt),
    loan.inCustodyAt ?? undefined,
    loan.receivedAt ?? loan.sent?.at,
    undefined,
    loan.finalizedAt ?? undefined,
  ];
}

const ends: Partial<Record<EscrowStatus, string>> = {
  FINALIZED_RETURN_TO_BORROWER: 'Name returned',
  FINALIZED_LENDER_SEIZURE: 'Name transferred',
  FINALIZED_PLATFORM_SEZIURE: 'Name transferred',
  CANCELLED: 'Cancelled',
};

function openDetail({ dueAt, status }: Loan): string {
  if (status === 'CANCELLED') return 'Never opened';
  return dueAt ? `Repay by ${formatUtcDay(dueAt)}` : 'Repay within the term';
}

function closeDetail({ status, finalizedAt }: Loan, now: Date): string {
  const end = ends[status];
  if (!end) return 'Name returns or transfers';
  return finalizedAt ? `${end} ${formatShortDay(finalizedAt, now)}` : end;
}

export function stepsOf(loan: Loan, now: Date): TimelineStep[] {
  const dates = datesOf(loan);
  const step = (index: number, title: string, otherwise: string): TimelineStep => {
    const date = dates[index];
    return { title, detail: date ? formatShortDay(date, now) : otherwise };
  };
  return [
    step(0, 'Sign', 'Both parties sign'),
    step(1, 'Transfer', 'Domain moves to escrow'),
    step(2, 'Payment', 'Lender pays borrower'),
    { title: 'Loan open', detail: openDetail(loan) },
    { title: 'Close', detail: closeDetail(loan, now) },
  ];
}
