/** The text of an amendment's document. Pure. */

import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { findPresentTerms } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { listAmendedRows } from '../escrow/transition/amendment/changed-terms.ts';
import { describePlan } from '../escrow/transition/amendment/describe-terms.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import type { Amendment } from '../loan/amendment.ts';
import { findPayer } from '../loan/amendment.ts';
import { hasExtras } from '../loan/plan/plan.ts';
import type { AmendmentDocument } from '../pdf/render-amendment.ts';

const { amendmentSigningDays, deemedReceiptDays, standstillDays } = loanCalendar;

interface Agreement {
  agreedAt: Date;
  /** US cents. */
  dueCents: number;
}

export function buildDocument(
  escrow: Escrow,
  amendment: Amendment,
  agreement: Agreement,
): AmendmentDocument {
  const { id: escrowId, domainName, borrowerName, lenderName, contractSha256 } = escrow;
  return {
    number: amendment.seq,
    ...{ escrowId, domainName, borrowerName, lenderName, contractSha256 },
    parentSha256: amendment.parentSha256,
    changes: listChanges(escrow, amendment, agreement.dueCents),
    schedule: listSchedule(escrow, amendment, agreement),
    clauses: listClauses(escrow, amendment, agreement.dueCents),
    agreedAt: agreement.agreedAt,
  };
}

type Row = readonly [string, string];

function listChanges(escrow: Escrow, amendment: Amendment, dueCents: number): readonly Row[] {
  const { terms, feeCents } = amendment;
  const isRaised = findPayer(amendment) === 'LENDER';
  const { receipt, dueAt } = escrow;
  const present = receipt && findPresentTerms(escrow, receipt);
  const { due, rateBps, lateFeesCents, defaultInterestCents } = terms;
  const formatRate = (bps: number): string => `${bps / 100} % a year`;
  const upTo = (cents: number): string => `up to ${formatCents(cents)}`;
  const rows: (Row | null)[] = [
    due && dueAt ? ['Due date until now', formatDate(dueAt)] : null,
    due ? ['New due date', formatDate(due)] : null,
    terms.plan && present ? ['Payments until now', describePlan(present.plan)] : null,
    terms.plan ? ['New payments', describePlan(terms.plan)] : null,
    ...listCharges(terms.plan ?? null),
    terms.amountCents
      ? [amountLabels[isRaised ? 'UP' : 'DOWN'], formatCents(terms.amountCents)]
      : null,
    rateBps != null && present ? ['Rate until now', formatRate(present.rateBps)] : null,
    rateBps != null ? ['New rate', formatRate(rateBps)] : null,
    lateFeesCents ? ['Late fees waived', upTo(lateFeesCents)] : null,
    defaultInterestCents ? ['Default interest waived', upTo(defaultInterestCents)] : null,
    ['Fee', formatCents(feeCents)],
    [`Paid by the ${isRaised ? 'lender' : 'borrower'} with the change`, formatCents(dueCents)],
  ];
  return rows.filter((row) => row !== null);
}

const amountLabels = { UP: 'Further principal', DOWN: 'Principal repaid' } as const;

function listCharges(plan: PlanTerms | null): Row[] {
  if (!plan || !hasExtras(plan)) return [];
  const { lateFeeBps, lateFeeCapCents: cap, defaultRateBps } = plan;
  const limit = cap === null ? '' : `, at most ${formatCents(cap)}`;
  return [
    ['Late fee', `${lateFeeBps / 100} % of the payment${limit}`],
    ['Default rate', `${defaultRateBps / 100} percentage points a year`],
  ];
}

/** The payments of a loan with instalments if the agreed money is paid, and the change counts, on the day of the agreement. */
function listSchedule(
  escrow: Escrow,
  amendment: Amendment,
  { agreedAt: day, dueCents }: Agreement,
): readonly Row[] {
  const { receipt } = escrow;
  const rows = receipt ? listAmendedRows({ ...escrow, receipt }, amendment, { day, dueCents }) : [];
  if (rows.length < 2) return [];
  return rows.map(({ due, paymentCents }) => [formatDate(due), formatCents(paymentCents)]);
}

function listClauses(escrow: Escrow, amendment: Amendment, dueCents: number): string[] {
  const { interest } = amendment;
  const isRaised = findPayer(amendment) === 'LENDER';
  const start = isRaised
    ? describeAdvance(amendment, dueCents)
    : dueCents > 0
      ? `This amendment is effective from the day of the borrower’s payment of ${formatCents(dueCents)} to the lender, once the lender has confirmed it. Without it within ${standstillDays} days of the agreement, the amendment lapses and money already sent is a repayment.`
      : 'This amendment is effective from the day (UTC) of the second signature.';
  const accrued =
    interest === 'PAY'
      ? 'Interest until the day of the agreement, with late fees and default interest that are unpaid on it and not waived, is paid with the change.'
      : findLoanAccrual(escrow) === 'SIMPLE_365'
        ? 'Interest until the change stays due at the old rate. It is never added to the principal.'
        : 'Interest until the change stays due at the old rate, compounded daily as in the contract.';
  return [
    start,
    accrued,
    `Both parties sign the same document within ${amendmentSigningDays} days of the agreement; otherwise it lapses. Until it is effective or has lapsed, at most ${standstillDays} days from the agreement, the lender does not take the domain.`,
    'All other terms of the contract and of its earlier amendments stay as they are. The security interest in the domain secures the loan as changed.',
  ];
}

/** The lender pays what is left of the further principal after the set-off. */
function describeAdvance({ terms, feeCents }: Amendment, dueCents: number): string {
  const amountCents = terms.amountCents ?? 0;
  const setOff = amountCents - dueCents;
  const kept =
    setOff > 0
      ? ` The difference of ${formatCents(setOff)} is set off: it pays the fee of ${formatCents(feeCents)} and what is paid with the change.`
      : '';
  return `The lender pays ${formatCents(dueCents)} to the borrower. From the day of that payment the principal is higher by ${formatCents(amountCents)} and bears interest.${kept} This amendment is effective once the borrower has confirmed the payment, or has not answered it for ${deemedReceiptDays} days after the lender reported it with method and reference. Without a report within ${standstillDays} days of the agreement, the amendment lapses; the borrower returns money that arrives after that.`;
}
