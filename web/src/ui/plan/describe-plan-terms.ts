/** A payment plan in a few words: "12 monthly payments, equal", "One payment". */

import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import type { EarlyPayment, PlanKind } from '../../graph/schema.generated.ts';
import { describePlan, earlyTexts } from './describe-plan.ts';

export interface PlanTermsRecord {
  plan: PlanKind | null;
  /** MONTH, 7D, 14D, 28D or 30D. */
  period: string | null;
  instalments: number | null;
  balloonOf: number | null;
  /** Of CUSTOM: days from the start of the plan, US cents; the last one pays the rest. */
  rows: readonly { day: number; amount: number | null }[] | null;
}

const manners: Record<PlanKind, string> = {
  BULLET: '',
  INSTALMENTS: ', equal',
  INTEREST_ONLY: ', interest first, the loan at the end',
  EQUAL_PRINCIPAL: ', equal principal',
  BALLOON: ', equal, a larger last one',
  CUSTOM: ', as agreed',
};

const count = new Intl.NumberFormat();

/** Undefined for terms without a plan. */
export function describePlanTerms(record: PlanTermsRecord): string | undefined {
  const { plan, period, instalments, balloonOf, rows } = record;
  if (plan === null) return undefined;
  if (plan === 'CUSTOM' && rows)
    return rows
      .map(
        ({ day, amount }) => `${amount === null ? 'the rest' : formatMoney(amount)} on day ${day}`,
      )
      .join(', ');
  const payments = describePlan({ plan, period, instalments });
  if (payments === undefined) return 'One payment';
  const over = balloonOf === null ? '' : `, as if paid over ${count.format(balloonOf)}`;
  return `${payments}${manners[plan] ?? ''}${over}`;
}

export interface LateTermsRecord {
  early: EarlyPayment | null;
  /** Basis points of an instalment. */
  lateFee: number | null;
  /** US cents. */
  lateFeeCap: number | null;
  /** Basis points a year. */
  defaultRate: number | null;
}

/** What early and late payments change, always with all three rows: "None" where nothing is agreed. */
export function listAllLateTerms(record: LateTermsRecord): { label: string; value: string }[] {
  const { early, lateFee, lateFeeCap, defaultRate } = record;
  const cap = lateFeeCap === null ? '' : `, at most ${formatMoney(lateFeeCap)}`;
  return [
    { label: 'An early payment', value: early === null ? 'None' : (earlyTexts[early] ?? early) },
    { label: 'Late fee', value: lateFee ? `${formatRate(lateFee)} of the payment${cap}` : 'None' },
    {
      label: 'On overdue principal',
      value: defaultRate ? `+${formatRate(defaultRate)} a year` : 'None',
    },
  ];
}
