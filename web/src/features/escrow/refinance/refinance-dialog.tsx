/** Refinance: lists the domain of a running loan for a loan that repays it, with what the borrower adds or gets. */

import { Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { parseMoney } from '../../../format/parse-money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { useAction } from '../../../graph/use-action.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import type { Fact } from '../../../ui/display/facts.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { DaysField } from '../../../ui/form/days-field.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { PercentField } from '../../../ui/form/percent-field.tsx';
import { daysRule, moneyRule, noTermRule, percentRule } from '../../../ui/form/rules.ts';
import { formatBounds } from '../../../ui/loan/parse-loan-terms.ts';
import { LoanCostSummary } from '../../../ui/plan/loan-cost-summary.tsx';
import { parsePlannedTerms } from '../../../ui/plan/parse-planned-terms.ts';
import { PlanFields } from '../../../ui/plan/plan-fields.tsx';
import { readPlanForSubmit } from '../../../ui/plan/read-for-submit.ts';
import type { TypedPlan } from '../../../ui/plan/typed-plan.ts';
import { initialPlan } from '../../../ui/plan/typed-plan.ts';
import { FormDialog } from '../action/form-dialog.tsx';
import { PayoffOnDayDocument } from '../loan/payoff-on-day.generated.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { addDays } from '../utc-days.ts';
import { RefinanceLoanDocument } from './refinance.generated.ts';
import { splitPayoff } from './split-payoff.ts';

const rules = {
  desiredAmount: moneyRule(),
  desiredRate: percentRule(),
  businessPurpose: z.boolean(),
};
const schema = z.object({ ...rules, desiredTerm: daysRule() });
/** The term of a plan with several payments follows from it. */
const plannedSchema = z.object({ ...rules, desiredTerm: noTermRule() });

type Values = z.output<typeof schema> | z.output<typeof plannedSchema>;

export interface RefinanceDialogProps {
  loan: Loan;
  onClose: () => void;
}

/** The payoff, and what the next day adds once the server has said it. */
function usePayoffFacts({ id, payoff }: Loan): Fact[] {
  const on = addDays(businessToday(), 1);
  const { data } = usePageQuery(PayoffOnDayDocument, { escrowId: id, on });
  const tomorrow = data?.escrowBalance?.payoff;
  return [
    { label: 'Payoff today', value: formatMoney(payoff ?? 0) },
    {
      label: 'Each day adds',
      value: tomorrow === undefined ? '–' : formatMoney(tomorrow - (payoff ?? 0)),
    },
  ];
}

export function RefinanceDialog({ loan, onClose }: RefinanceDialogProps) {
  const navigate = useNavigate();
  const [refinance] = useAction(RefinanceLoanDocument, { refetch: ['LoanHistory'] });
  const [plan, setPlan] = useState(initialPlan);
  const { id, payoff, unicodeName, lenderName } = loan;
  const lender = getFirstName(lenderName);
  const isOnce = plan.kind === 'BULLET';
  const list = async (terms: Values) => {
    const read = await readPlanForSubmit(plan, {
      amountCents: terms.desiredAmount,
      rateBps: terms.desiredRate,
      termDays: terms.desiredTerm,
      today: businessToday(),
    });
    if (read.error) return read.error;
    const { refinanceLoan } = await refinance({ id, ...terms, ...read.planned });
    onClose();
    showBanner('green', 'Listing created');
    await navigate(`/listings/${refinanceLoan.id}`);
    return undefined;
  };
  return (
    <FormDialog
      title="Refinance this loan"
      domain={unicodeName}
      facts={usePayoffFacts(loan)}
      effect={`Lists ${unicodeName} for a new loan, whose lender repays ${lender} directly. The domain stays in escrow. Nothing is binding until you accept an offer; until then this loan runs on unchanged.`}
      action="Create Listing"
      schema={isOnce ? schema : plannedSchema}
      initial={{
        desiredAmount: `${(payoff ?? 0) / 100}`,
        desiredTerm: '',
        desiredRate: '',
        businessPurpose: false,
      }}
      onSubmit={list}
      onClose={onClose}
    >
      <Terms loan={loan} plan={plan} onPlan={setPlan} />
    </FormDialog>
  );
}

interface TermsProps {
  loan: Loan;
  plan: TypedPlan;
  onPlan: (plan: TypedPlan) => void;
}

function Terms({ loan, plan, onPlan }: TermsProps) {
  const bounds = useLoanBounds();
  const [amount = '', term = '', rate = ''] = useWatch({
    name: ['desiredAmount', 'desiredTerm', 'desiredRate'],
  });
  const { terms, outOfRange } = parsePlannedTerms({ amount, term, rate }, { plan, bounds });
  const isOnce = plan.kind === 'BULLET';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          name="desiredAmount"
          label="Desired loan amount"
          hint={outOfRange.amount}
          className="sm:col-span-2"
        />
        {isOnce && (
          <DaysField name="desiredTerm" label="Desired term in days" hint={outOfRange.term} />
        )}
        <PercentField
          name="desiredRate"
          label="Desired APR"
          hint={formatBounds(bounds).rate}
          className={isOnce ? undefined : 'sm:col-span-2'}
        />
      </div>
      <p role="status" className="mt-3 font-semibold">
        {describeSplit(parseMoney(amount), loan.payoff ?? 0)}
      </p>
      <PlanFields typed={plan} onType={onPlan} />
      <div className="mt-4">
        <CheckboxField
          name="businessPurpose"
          label="This loan is for business"
          hint="Added to the contract. Some countries require it."
        />
      </div>
      <Suspense fallback={null}>
        <LoanCostSummary
          terms={terms}
          plan={plan}
          today={businessToday()}
          transferFeeCents={0}
          side="borrower"
          className="mt-4 block rounded-lg border border-line px-4 py-1"
        />
      </Suspense>
    </>
  );
}

/** By the payoff of today, which grows each day. */
export function describeSplit(amount: number | undefined, payoff: number): string {
  if (amount === undefined) return '';
  const { topUp, surplus } = splitPayoff(amount, payoff);
  if (topUp > 0) return `Needs about ${formatMoney(topUp)} more from you.`;
  return surplus > 0
    ? `Leaves about ${formatMoney(surplus)} for you.`
    : 'Covers today’s payoff; you add what the days until the payment cost.';
}
