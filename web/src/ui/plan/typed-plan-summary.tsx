/** What a loan with a typed plan costs, or what is wrong with the plan. Loaded once a plan is chosen. */

import type { Fact } from '../display/facts.tsx';
import type { ViewerRole } from '../loan/loan-summary.tsx';
import { PlanDetails } from './plan-details.tsx';
import type { ReadLoan } from './read-plan.ts';
import { readTypedPlan } from './read-plan.ts';
import type { TypedPlan } from './typed-plan.ts';

export interface TypedPlanSummaryProps {
  typed: TypedPlan;
  /** Undefined while amount, rate or term are no loan. */
  loan: ReadLoan | undefined;
  transferFeeCents: number;
  side: ViewerRole;
  more?: readonly Fact[];
}

/** What is not typed yet is not wrong. */
const hasEmptyRow = ({ kind, rows }: TypedPlan): boolean =>
  kind === 'CUSTOM' &&
  rows.some(({ day, amount }, at) => day === '' || (amount === '' && at < rows.length - 1));

export function TypedPlanSummary({ typed, loan, ...rest }: TypedPlanSummaryProps) {
  if (!loan) {
    const missing =
      typed.kind === 'BULLET' ? 'the amount, the rate and the term' : 'the amount and the rate';
    return <p className="py-2 text-ink-3">Enter {missing}.</p>;
  }
  const { plan, errors } = readTypedPlan(typed, loan);
  if (!plan && hasEmptyRow(typed))
    return <p className="py-2 text-ink-3">Enter the payments to see what the loan costs.</p>;
  if (!plan)
    return (
      <ul className="py-2 text-ink-2">
        {[...new Set(Object.values(errors))].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  return <PlanDetails loan={{ ...loan, plan }} start={loan.start} {...rest} />;
}
