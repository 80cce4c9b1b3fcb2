/** A payment plan in a few words: "12 monthly payments", "$88.85 monthly, 12 payments". */

import type { PlanKind, PlanPeriod, PlanRow, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import type { PlanRecord } from './plan-record.ts';

export const planNames: Record<PlanKind, string> = {
  BULLET: 'Repay at once',
  INSTALMENTS: 'Equal payments',
  INTEREST_ONLY: 'Interest first, the loan at the end',
  EQUAL_PRINCIPAL: 'Equal principal, falling payments',
  BALLOON: 'Equal payments, a larger last one',
  CUSTOM: 'Dates and amounts you choose',
};

export const periodNames: Record<PlanPeriod, string> = {
  MONTH: 'Every month',
  '7D': 'Every 7 days',
  '14D': 'Every 14 days',
  '28D': 'Every 28 days',
  '30D': 'Every 30 days',
};

const count = new Intl.NumberFormat();

const formatPayments = (number: number): string =>
  `${count.format(number)} ${number === 1 ? 'payment' : 'payments'}`;

/** "monthly", "every 14 days". */
const describePeriod = (period: string): string =>
  period === 'MONTH' ? 'monthly' : `every ${Number.parseInt(period, 10)} days`;

/** "12 monthly payments", "26 payments every 14 days", "4 payments"; undefined for one payment. */
export function describePlan(
  record: Pick<PlanRecord, 'plan' | 'period' | 'instalments'>,
): string | undefined {
  const { plan, period, instalments } = record;
  if (plan === 'BULLET' || instalments === null) return undefined;
  if (period === 'MONTH')
    return `${count.format(instalments)} monthly ${instalments === 1 ? 'payment' : 'payments'}`;
  return period === null
    ? formatPayments(instalments)
    : `${formatPayments(instalments)} ${describePeriod(period)}`;
}

/** The last payment differs from the others on purpose, so `describePayments` states it. */
export const hasOtherLast = ({ kind }: Pick<PlanTerms, 'kind'>): boolean =>
  kind === 'INTEREST_ONLY' || kind === 'BALLOON' || kind === 'CUSTOM';

/** "$88.85 monthly, 12 payments", "$10.19 first, monthly, 12 payments, the last $1,009.53". */
export function describePayments(
  plan: Pick<PlanTerms, 'kind' | 'period'>,
  rows: readonly Pick<PlanRow, 'paymentCents'>[],
): string {
  const first = formatMoney(rows[0]?.paymentCents ?? 0);
  const last = rows.at(-1);
  if (rows.length < 2) return `${first} in one payment`;
  // Interest by day differs from month to month.
  const isFixed = plan.kind === 'INSTALMENTS' || plan.kind === 'BALLOON';
  const often = plan.kind === 'CUSTOM' ? '' : ` ${describePeriod(plan.period)}`;
  const what = isFixed ? `${first}${often}` : `${first} first${often && `,${often}`}`;
  const end = hasOtherLast(plan) && last ? `, the last ${formatMoney(last.paymentCents)}` : '';
  return `${what}, ${formatPayments(rows.length)}${end}`;
}

export const earlyTexts: Record<PlanTerms['early'], string> = {
  KEEP_AMOUNT: 'Ends the loan sooner',
  KEEP_DATES: 'Makes the payments smaller',
};

/** What early and late payments change; a late fee and a default rate only where they are agreed. */
export function listAgreedLateTerms(plan: PlanTerms): { label: string; value: string }[] {
  const { kind, early, lateFeeBps, lateFeeCapCents, defaultRateBps } = plan;
  const cap = lateFeeCapCents === null ? '' : `, at most ${formatMoney(lateFeeCapCents)}`;
  return [
    ...(kind === 'BULLET' ? [] : [{ label: 'An early payment', value: earlyTexts[early] }]),
    ...(lateFeeBps > 0
      ? [{ label: 'Late fee', value: `${formatRate(lateFeeBps)} of the payment${cap}` }]
      : []),
    ...(defaultRateBps > 0
      ? [{ label: 'On overdue principal', value: `+${formatRate(defaultRateBps)} a year` }]
      : []),
  ];
}
