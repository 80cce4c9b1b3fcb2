/**
 * What a loan on a listing brings or costs its reader: one set of figures, for the terms in the calculator below it, which
 * starts with those of the listing.
 */

import { calculateLoanCosts, newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { Suspense } from 'react';
import { formatDays } from '../../format/days.ts';
import { formatDueDay } from '../../format/due-day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatAdjusted, formatRate } from '../../format/percent.ts';
import { businessToday, useNow } from '../../graph/business-time.ts';
import { useLoanBounds } from '../../graph/use-loan-bounds.ts';
import { Button } from '../../ui/button/button.tsx';
import type { Fact } from '../../ui/display/facts.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { Card } from '../../ui/layout/card.tsx';
import { LoanInputs } from '../../ui/loan/loan-inputs.tsx';
import type { ViewerRole } from '../../ui/loan/loan-summary.tsx';
import { adjusted, getCostItems, getMainItems } from '../../ui/loan/loan-summary.tsx';
import { describePlan } from '../../ui/plan/describe-plan.ts';
import { PlanInputs } from '../../ui/plan/plan-inputs.tsx';
import type { PlanRecord } from '../../ui/plan/plan-record.ts';
import { PlanSelect } from '../../ui/plan/plan-select.tsx';
import { isPlainPlan } from '../../ui/plan/typed-plan.ts';
import type { TypedTerms } from './use-typed-terms.ts';

const TypedPlanSummary = lazyComponent(
  async () => (await import('../../ui/plan/typed-plan-summary.tsx')).TypedPlanSummary,
);

export interface FiguresCardProps {
  listing: PlanRecord & {
    desiredAmount: number;
    desiredTerm: number;
    desiredRate: number;
    open: boolean;
    businessStatement: string | null;
    disclosure: { transferFee: number; security: string };
  };
  viewer: ViewerRole;
  typed: TypedTerms;
}

const titles: Record<ViewerRole, string> = {
  lender: 'Your return',
  borrower: 'Your loan',
  visitor: 'The loan',
};

export function FiguresCard({ listing, viewer, typed }: FiguresCardProps) {
  const { desiredAmount, desiredTerm, desiredRate, disclosure, businessStatement } = listing;
  const plan = describePlan(listing);
  const ask = `${formatMoney(desiredAmount)} for ${formatDays(desiredTerm)} at ${formatRate(desiredRate)}`;
  return (
    <Card title={titles[viewer]}>
      <p className="num mt-1 text-ink-2">
        {viewer === 'borrower' ? 'You ask for' : 'The borrower asks for'} {ask} a year, simple
        interest{plan && `, in ${plan}`}.
      </p>
      <Figures viewer={viewer} typed={typed} transferFeeCents={disclosure.transferFee} />
      {listing.open && <OtherTerms typed={typed} />}
      <p className="mt-5 border-t border-line pt-4 text-xs text-ink-2">{disclosure.security}</p>
      {businessStatement !== null && <p className="mt-2 text-xs text-ink-2">{businessStatement}</p>}
    </Card>
  );
}

interface FiguresProps extends Pick<FiguresCardProps, 'viewer' | 'typed'> {
  transferFeeCents: number;
}

function Figures(props: FiguresProps) {
  return isPlainPlan(props.typed.plan) ? (
    <PlainFigures {...props} />
  ) : (
    <output aria-label="Loan figures" className="mt-2 block">
      <PlannedFigures {...props} />
    </output>
  );
}

/** Its table is more code than the rest of the card. */
function PlannedFigures({ viewer, typed: { terms, plan }, transferFeeCents }: FiguresProps) {
  return (
    <Suspense fallback={null}>
      <TypedPlanSummary
        typed={plan}
        loan={terms && { ...terms, start: new Date(businessToday()) }}
        transferFeeCents={transferFeeCents}
        side={viewer}
      />
    </Suspense>
  );
}

function PlainFigures({ viewer, typed: { terms }, transferFeeCents }: FiguresProps) {
  const now = useNow();
  const costs =
    terms && calculateLoanCosts({ ...terms, accrual: newLoanAccrual, transferFeeCents });
  const more: Fact[] = [
    { label: 'Due, if paid out today', value: terms ? formatDueDay(terms.termDays, now) : '–' },
    {
      ...adjusted,
      value: costs ? `${formatAdjusted(costs.costOverTermPercent)} over the term` : '–',
    },
  ];
  const borrowerCosts = (
    <Facts layout="list" items={getCostItems(costs, transferFeeCents)} className="mt-1" />
  );
  return (
    <output aria-label="Loan figures" className="block">
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {getMainItems(costs, viewer).map(({ label, value }) => (
          <div key={label} className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
            <dt className="text-ink-2">{label}</dt>
            <dd className="num text-xl font-semibold tracking-[-.02em]">{value}</dd>
          </div>
        ))}
      </dl>
      <Facts items={more} className="mt-4 border-t border-line pt-4" />
      {viewer === 'borrower' ? (
        <div className="mt-3 border-t border-line">{borrowerCosts}</div>
      ) : (
        <details className="mt-4 border-t border-line pt-3">
          <summary className="w-fit cursor-pointer font-semibold">Borrower’s costs</summary>
          {borrowerCosts}
        </details>
      )}
    </output>
  );
}

function OtherTerms({ typed }: { typed: TypedTerms }) {
  const bounds = useLoanBounds();
  const { input, isChanged, onType, reset, plan, onPlan } = typed;
  return (
    <section aria-label="Try other terms" className="mt-5 border-t border-line pt-4">
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h3 className="font-semibold">Try other terms</h3>
        {isChanged && (
          <Button size="row" variant="quiet" onClick={reset}>
            Reset
          </Button>
        )}
      </div>
      <div className="mt-2 grid gap-4 sm:grid-cols-3">
        <LoanInputs
          typed={input}
          onType={onType}
          bounds={bounds}
          hasTerm={plan.kind === 'BULLET'}
        />
      </div>
      <PlanSelect typed={plan} onType={onPlan} className="mt-4" />
      <PlanInputs typed={plan} onType={onPlan} />
    </section>
  );
}
