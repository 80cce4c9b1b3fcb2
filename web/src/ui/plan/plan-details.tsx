/** What a loan with a plan costs, at simple interest as every loan with one: what is paid and when, its totals and yearly rates. Loaded where a plan is shown. */

import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import type { PlannedCosts } from '@nameloan/loan-math/plan-costs';
import { calculatePlanCosts } from '@nameloan/loan-math/plan-costs';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { formatMoney } from '../../format/money.ts';
import { formatApr } from '../../format/percent.ts';
import type { Fact } from '../display/facts.tsx';
import { Facts } from '../display/facts.tsx';
import type { ViewerRole } from '../loan/loan-summary.tsx';
import { getMainItems } from '../loan/loan-summary.tsx';
import { describePayments, hasOtherLast, listAgreedLateTerms } from './describe-plan.ts';
import { PlanTable } from './plan-table.tsx';

export interface PlanDetailsProps {
  /** Terms that `checkPlan` accepts; `termDays` counts for one payment only. */
  loan: { amountCents: number; rateBps: number; termDays: number; plan: PlanTerms };
  transferFeeCents: number;
  /** The day of the receipt. */
  start: Date;
  side: ViewerRole;
  /** Only the table and its yearly rates, where the page has the totals already. */
  brief?: boolean;
  /** Items to show below the costs. */
  more?: readonly Fact[];
}

export function PlanDetails(props: PlanDetailsProps) {
  const { loan, transferFeeCents, start, side, brief = false, more = [] } = props;
  const planned = calculatePlanCosts({ ...loan, accrual: newLoanAccrual, transferFeeCents }, start);
  const main = brief ? [] : getMainItems(planned.costs, side);
  return (
    <>
      <Facts
        layout="list"
        lead
        items={[
          { label: 'Payments', value: describePayments(loan.plan, planned.rows) },
          ...main,
          ...listRates(planned, {
            ...{ fee: brief ? 0 : transferFeeCents, side },
            statesLast: hasOtherLast(loan.plan),
          }),
          ...listAgreedLateTerms(loan.plan),
          ...more,
        ]}
      />
      <PlanTable
        caption="Payments of the plan"
        rows={planned.rows.map(toTableRow)}
        className="border-t border-line py-2"
      />
      <p className="text-2xs text-ink-3">
        If the money arrives today. Interest runs by day, so late or early payments change the last
        one.
      </p>
    </>
  );
}

function listRates(
  { costs, aprEffectivePercent, rows }: PlannedCosts,
  { fee, side, statesLast }: { fee: number; side: ViewerRole; statesLast: boolean },
): Fact[] {
  const { aprAllCostsPercent } = costs;
  // The lender pays no fee.
  const feeLabel = side === 'lender' ? 'Borrower’s transfer fee' : 'Transfer fee';
  const last = rows.at(-1)?.paymentCents ?? 0;
  const effective =
    aprEffectivePercent === null
      ? []
      : [{ label: 'Effective rate incl. fees (EU)', value: formatApr(aprEffectivePercent) }];
  return [
    ...(statesLast ? [] : [{ label: 'Last payment', value: formatMoney(last) }]),
    ...(fee > 0 ? [{ label: feeLabel, value: formatMoney(fee) }] : []),
    { label: 'APR incl. fees (US)', value: formatApr(aprAllCostsPercent) },
    ...effective,
  ];
}

const toTableRow = (row: PlannedCosts['rows'][number]) => ({
  n: row.n,
  due: row.due.toISOString().slice(0, 10),
  payment: row.paymentCents,
  interest: row.interestCents,
  principal: row.principalCents,
  balance: row.balanceCents,
});
