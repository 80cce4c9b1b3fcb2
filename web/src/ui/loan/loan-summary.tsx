/** The cost of a loan on given terms, updated while typing. It uses the same loan math as the server. */

import type { LoanCosts as Figures } from '@nameloan/loan-math/loan-costs';
import { calculateLoanCosts, newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { formatMoney } from '../../format/money.ts';
import { formatAdjusted, formatApr } from '../../format/percent.ts';
import type { Fact } from '../display/facts.tsx';
import { Facts } from '../display/facts.tsx';

/** Whose perspective the labels take. */
export type ViewerRole = 'borrower' | 'lender' | 'visitor';

export interface LoanTermsSummaryProps {
  /** Undefined while the input is not a valid loan. */
  terms: { amountCents: number; termDays: number; rateBps: number } | undefined;
  /** The borrower's fee for the transfer into custody. */
  transferFeeCents: number;
  side: ViewerRole;
  /** Items to show below the costs. */
  more?: readonly Fact[];
  className?: string;
}

const labels: Record<ViewerRole, { receives: string; repays: string; interest: string }> = {
  borrower: { receives: 'You receive', repays: 'You repay', interest: 'Interest' },
  lender: { receives: 'You send', repays: 'You get back', interest: 'You earn' },
  visitor: { receives: 'Borrower receives', repays: 'Borrower repays', interest: 'Interest' },
};

/** The customer's display, which compounds daily whatever the accrual. */
export const adjusted = {
  label: 'Adjusted',
  hint: 'The rate over the term as if it compounded daily: (1 + rate / 365)^days − 1. For comparison only.',
};

const none = '–';

const money = (cents: number | undefined) => (cents === undefined ? none : formatMoney(cents));
const apr = (figures: Figures | undefined) =>
  figures ? formatApr(figures.aprAllCostsPercent) : none;

/** What goes out, what comes back, and the difference, as this reader calls them. */
export function getMainItems(figures: Figures | undefined, side: ViewerRole): Fact[] {
  const { receives, repays, interest } = labels[side];
  return [
    { label: receives, value: money(figures?.receivesCents) },
    { label: repays, value: money(figures?.repaysCents) },
    { label: interest, value: money(figures?.interestCents) },
  ];
}

/** What the borrower pays for the loan. */
export function getCostItems(figures: Figures | undefined, fee: number): Fact[] {
  const cost = figures && figures.interestCents + figures.transferFeeCents;
  const fees = fee > 0 ? [{ label: 'Transfer fee', value: formatMoney(fee) }] : [];
  return [
    ...fees,
    { label: 'Cost', value: money(cost) },
    { label: 'APR incl. fees', value: apr(figures) },
  ];
}

/** The items for computed costs, and for those from the server. */
export function getLoanSummaryItems(
  figures: Figures | undefined,
  fee: number,
  side: ViewerRole,
): Fact[] {
  const main = getMainItems(figures, side);
  if (side !== 'lender') return [...main, ...getCostItems(figures, fee)];
  // The lender pays no fee; the cost including it is the borrower's.
  return [
    ...main,
    {
      ...adjusted,
      value: figures ? `${formatAdjusted(figures.costOverTermPercent)} over the term` : none,
    },
    { label: 'Borrower’s APR incl. fees', value: apr(figures) },
  ];
}

export function LoanTermsSummary({
  terms,
  transferFeeCents,
  side,
  more = [],
  className,
}: LoanTermsSummaryProps) {
  const figures =
    terms && calculateLoanCosts({ ...terms, accrual: newLoanAccrual, transferFeeCents });
  return (
    <output aria-label="Loan cost" className={className}>
      <Facts
        layout="list"
        lead
        items={[...getLoanSummaryItems(figures, transferFeeCents, side), ...more]}
      />
    </output>
  );
}
