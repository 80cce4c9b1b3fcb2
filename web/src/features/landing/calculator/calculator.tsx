/** The loan calculator of the landing page: the answer first, then the terms that it depends on. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { calculateLoanCosts, newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { Suspense, useState } from 'react';
import { formatDays } from '../../../format/days.ts';
import { parseDays } from '../../../format/parse-days.ts';
import { Button } from '../../../ui/button/button.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { LoanInputs } from '../../../ui/loan/loan-inputs.tsx';
import type { TermsInput } from '../../../ui/loan/parse-loan-terms.ts';
import { parsePlannedTerms } from '../../../ui/plan/parse-planned-terms.ts';
import { PlanInputs } from '../../../ui/plan/plan-inputs.tsx';
import { PlanSelect } from '../../../ui/plan/plan-select.tsx';
import { initialPlan, isPlainPlan } from '../../../ui/plan/typed-plan.ts';
import { CalculatorAnswer } from './calculator-answer.tsx';
import { comTransferFeeCents } from './com-transfer-fee.ts';

const TypedPlanSummary = lazyComponent(
  async () => (await import('../../../ui/plan/typed-plan-summary.tsx')).TypedPlanSummary,
);

const initial: TermsInput = { amount: '5000', term: '90', rate: '12' };
const presetTerms = [30, 90, 180];

export function Calculator() {
  const [typed, setTyped] = useState(initial);
  const [plan, setPlan] = useState(initialPlan);
  const isPlain = isPlainPlan(plan);
  const { terms } = parsePlannedTerms(typed, { plan, bounds: loanBounds });
  const costs =
    terms &&
    calculateLoanCosts({
      ...terms,
      accrual: newLoanAccrual,
      transferFeeCents: comTransferFeeCents,
    });
  const days = parseDays(typed.term);
  return (
    <>
      {isPlain ? (
        <CalculatorAnswer costs={costs} />
      ) : (
        <output aria-label="Loan cost" className="block">
          <Suspense fallback={null}>
            <TypedPlanSummary
              typed={plan}
              loan={terms && { ...terms, start: utcDay(new Date()) }}
              transferFeeCents={comTransferFeeCents}
              side="borrower"
            />
          </Suspense>
        </output>
      )}
      {plan.kind === 'BULLET' && (
        <fieldset className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
          <legend className="sr-only">Common terms</legend>
          {presetTerms.map((term) => (
            <Button
              key={term}
              size="row"
              variant={days === term ? 'outline' : 'default'}
              aria-pressed={days === term}
              onClick={() => setTyped({ ...typed, term: `${term}` })}
            >
              {formatDays(term)}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="mt-4 grid gap-5 sm:grid-cols-3">
        <LoanInputs
          typed={typed}
          onType={setTyped}
          bounds={loanBounds}
          hasTerm={plan.kind === 'BULLET'}
        />
      </div>
      <PlanSelect typed={plan} onType={setPlan} className="mt-4" />
      {/* What late payments of one payment cost changes no figure here. */}
      {!isPlain && <PlanInputs typed={plan} onType={setPlan} />}
    </>
  );
}
