/** A payment plan in a few words: "12 monthly payments, equal", "One payment". */

import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import type { EarlyPayment, PlanKind } from '../../graph/schema.generated.ts';

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
  if (plan === 'BULLET' || instalments === null) return 'One payment';
  const payments = instalments === 1 ? 'payment' : 'payments';
  const often =
    period === null || period === 'MONTH' ? '' : ` every ${Number.parseInt(period, 10)} days`;
  const monthly = period === 'MONTH' ? 'monthly ' : '';
  const over = balloonOf === null ? '' : `, as if paid over ${count.format(balloonOf)}`;
  return `${count.format(instalments)} ${monthly}${payments}${often}${manners[plan] ?? ''}${over}`;
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

const earlyTexts: Record<EarlyPayment, string> = {
  KEEP_AMOUNT: 'Ends the loan sooner',
  KEEP_DATES: 'Makes the payments smaller',
};

/** What early and late payments change, each with its label. */
export function listLateTerms(record: LateTermsRecord): { label: string; value: string }[] {
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
