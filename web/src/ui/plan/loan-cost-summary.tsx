/** The cost of a loan on typed terms: one payment as ever, any other plan with its table. */

import { Suspense } from 'react';
import { lazyComponent } from '../feedback/lazy-load.ts';
import type { LoanTermsSummaryProps } from '../loan/loan-summary.tsx';
import { LoanTermsSummary } from '../loan/loan-summary.tsx';
import type { TypedPlan } from './typed-plan.ts';
import { isPlainPlan } from './typed-plan.ts';

const TypedPlanSummary = lazyComponent(
  async () => (await import('./typed-plan-summary.tsx')).TypedPlanSummary,
);

export interface LoanCostSummaryProps extends LoanTermsSummaryProps {
  plan: TypedPlan;
  /** The day of the receipt, YYYY-MM-DD. */
  today: string;
}

export function LoanCostSummary({ plan, today, ...props }: LoanCostSummaryProps) {
  if (isPlainPlan(plan)) return <LoanTermsSummary {...props} />;
  const { terms, className, ...rest } = props;
  return (
    <output aria-label="Loan cost" className={className}>
      <Suspense fallback={null}>
        <TypedPlanSummary
          typed={plan}
          loan={terms && { ...terms, start: new Date(today) }}
          {...rest}
        />
      </Suspense>
    </output>
  );
}
