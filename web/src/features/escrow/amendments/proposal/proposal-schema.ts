/** The form of a proposed amendment: its fields as typed, and the terms that they make. */

import * as z from 'zod/mini';
import { formatDay, formatUtcDay } from '../../../../format/day.ts';
import { businessToday } from '../../../../graph/business-time.ts';
import type { AccruedInterest, AmendmentKind } from '../../../../graph/schema.generated.ts';
import {
  optionalCountRule,
  optionalMoneyRule,
  optionalPercentRule,
} from '../../../../ui/form/rules.ts';
import { optionalTextUpTo } from '../../action/reason-rule.ts';
import type { Loan } from '../../loan-parties.ts';
import { addDays } from '../../utc-days.ts';
import type { Amendment } from '../find-amendment.ts';
import type { Draft } from './effect-preview.tsx';

/** From the receipt to the last due date. */
const maxDays = 3_650;

/** From the agreement to both signatures, and to the confirmed money. */
const maxDaysToSign = 3;
const maxDaysToPay = 10;

/** The days that a new due date can be, from the first to the last one; YYYY-MM-DD strings compare in date order. */
export function findDueDays({ dueAt, receivedAt }: Pick<Loan, 'dueAt' | 'receivedAt'>) {
  const today = businessToday();
  const due = dueAt?.slice(0, 10) ?? today;
  const from = addDays(due > today ? due : today, 1);
  return { from, to: addDays(receivedAt?.slice(0, 10) ?? today, maxDays) };
}

/** Of one payment instead of several: after the last day on which its amendment can still begin to count. */
export function findOnePaymentDays(
  loan: Pick<Loan, 'dueAt' | 'receivedAt'>,
  { fee, interest }: { fee: unknown; interest: string },
) {
  const hasMoney = Boolean(fee) || interest === 'PAY';
  const waitDays = hasMoney ? maxDaysToPay : maxDaysToSign;
  return { from: addDays(businessToday(), waitDays + 1), to: findDueDays(loan).to };
}

export interface ProposalText {
  kind: string;
  terms: {
    due: string;
    amount: string;
    rate: string;
    lateFees: string;
    defaultInterest: string;
    plan: string;
    period: string;
    instalments: string;
    balloonOf: string;
  };
  interest: string;
  fee: string;
  message: string;
}

const emptyTerms: ProposalText['terms'] = {
  ...{ due: '', amount: '', rate: '', lateFees: '', defaultInterest: '' },
  ...{ plan: '', period: 'MONTH', instalments: '', balloonOf: '' },
};

/** An extension, and a plan with one payment. */
export const needsDue = (kind: string, plan: string): boolean =>
  kind === 'EXTEND' || (kind === 'PLAN' && plan === 'BULLET');

/** A plan with a number of payments. */
export const isCounted = (kind: string, plan: string): boolean =>
  kind === 'PLAN' && plan !== '' && plan !== 'BULLET';

export const isBalloon = (kind: string, plan: string): boolean =>
  kind === 'PLAN' && plan === 'BALLOON';

type TermField = keyof ProposalText['terms'];

const fieldsOfKind: Record<string, readonly TermField[]> = {
  EXTEND: ['due', 'rate'],
  RATE: ['rate'],
  PRINCIPAL_UP: ['amount'],
  PRINCIPAL_DOWN: ['amount'],
  WAIVE: ['lateFees', 'defaultInterest'],
};

/** A field that is not on screen keeps what was typed; it isn't sent, so an error of it must not stop the proposal. */
function clearHidden(text: ProposalText): ProposalText {
  const { kind, terms } = text;
  const { plan, period } = terms;
  const shown: readonly TermField[] = [
    ...(fieldsOfKind[kind] ?? []),
    ...(needsDue(kind, plan) ? (['due'] as const) : []),
    ...(isCounted(kind, plan) ? (['instalments'] as const) : []),
    ...(isBalloon(kind, plan) ? (['balloonOf'] as const) : []),
  ];
  const typed = shown.map((field) => [field, terms[field]]);
  return { ...text, terms: { ...emptyTerms, plan, period, ...Object.fromEntries(typed) } };
}

export const buildProposalSchema = (loan: Loan) =>
  z.pipe(z.transform(clearHidden), buildShownSchema(loan));

function buildShownSchema(loan: Loan) {
  const isOnce = loan.presentTerms.plan === 'BULLET';
  return z
    .object({
      kind: z.string().check(z.minLength(1, 'Choose what changes')),
      terms: z.object({
        due: z.string(),
        rate: optionalPercentRule(),
        amount: optionalMoneyRule(),
        lateFees: optionalMoneyRule(),
        defaultInterest: optionalMoneyRule(),
        plan: z.string(),
        period: z.string(),
        instalments: optionalCountRule(),
        balloonOf: optionalCountRule(),
      }),
      interest: z.string(),
      fee: optionalMoneyRule(),
      message: optionalTextUpTo(1_000),
    })
    .check(
      z.refine(({ kind, terms }) => !needsDue(kind, terms.plan) || terms.due !== '', {
        path: ['terms', 'due'],
        error: ({ input }) =>
          isOnce || (input as { kind: string }).kind === 'PLAN'
            ? 'Enter the new due date'
            : 'Choose the last payment',
      }),
      z.check((context) => {
        const { kind, terms, fee, interest } = context.value;
        if (!needsDue(kind, terms.plan) || terms.due === '') return;
        const isExtension = kind === 'EXTEND';
        const { from, to } = isExtension
          ? findDueDays(loan)
          : findOnePaymentDays(loan, { fee, interest });
        if (terms.due >= from && terms.due <= to) return;
        const message = `From ${formatDay(from)} to ${formatDay(to)}`;
        const path = ['terms', 'due'];
        context.issues.push({ code: 'custom', input: terms.due, path, message });
      }),
      z.refine(({ kind, terms }) => kind !== 'PLAN' || terms.plan !== '', {
        path: ['terms', 'plan'],
        error: 'Choose how the loan is repaid',
      }),
      z.refine(({ kind, terms }) => !isCounted(kind, terms.plan) || terms.instalments !== null, {
        path: ['terms', 'instalments'],
        error: 'Enter the number of payments',
      }),
      z.refine(({ kind, terms }) => !isBalloon(kind, terms.plan) || terms.balloonOf !== null, {
        path: ['terms', 'balloonOf'],
        error: 'Enter the number of payments',
      }),
      z.refine(({ kind, terms }) => kind !== 'RATE' || terms.rate !== null, {
        path: ['terms', 'rate'],
        error: 'Enter the new rate',
      }),
      z.refine(({ kind, terms }) => kind !== 'PRINCIPAL_DOWN' || terms.amount !== null, {
        path: ['terms', 'amount'],
        error: 'Enter how much is repaid',
      }),
      z.refine(({ kind, terms }) => kind !== 'PRINCIPAL_UP' || terms.amount !== null, {
        path: ['terms', 'amount'],
        error: 'Enter the further principal',
      }),
      z.refine(
        ({ kind, terms }) => kind !== 'WAIVE' || Boolean(terms.lateFees || terms.defaultInterest),
        { path: ['terms', 'lateFees'], error: 'Enter what is waived' },
      ),
    );
}

export type Proposal = z.output<ReturnType<typeof buildProposalSchema>>;

/** Only the terms of its kind. */
export function toDraft({ kind, terms, interest, fee }: Proposal): Draft {
  const { amount, due, rate, lateFees, defaultInterest, plan, period, instalments, balloonOf } =
    terms;
  const counted = { plan, period, instalments, ...(isBalloon(kind, plan) ? { balloonOf } : {}) };
  const ofKind: Record<string, object> = {
    EXTEND: { due, rate },
    PLAN: isCounted(kind, plan) ? counted : { plan, due },
    RATE: { rate },
    PRINCIPAL_UP: { amount },
    PRINCIPAL_DOWN: { amount },
    WAIVE: { lateFees, defaultInterest },
  };
  return {
    kind: kind as AmendmentKind,
    terms: { ...ofKind[kind], interest: interest as AccruedInterest },
    fee: fee ?? 0,
  };
}

const toText = (hundredths: number | null): string =>
  hundredths === null || hundredths === 0 ? '' : String(hundredths / 100);

/** Empty, or with the terms of the amendment that it counters. */
export function getInitialText(amendment: Amendment | undefined): ProposalText {
  const { amount, due, rate, lateFees, defaultInterest, interest, ...plan } = amendment?.terms ?? {
    ...{
      amount: null,
      due: null,
      rate: null,
      lateFees: null,
      defaultInterest: null,
      interest: 'KEEP',
    },
    ...{ plan: null, period: null, instalments: null, balloonOf: null },
  };
  return {
    kind: amendment?.kind ?? '',
    terms: {
      due: due ?? '',
      amount: toText(amount),
      rate: toText(rate),
      lateFees: toText(lateFees),
      defaultInterest: toText(defaultInterest),
      plan: plan.plan ?? '',
      period: plan.period ?? 'MONTH',
      instalments: plan.instalments?.toString() ?? '',
      balloonOf: plan.balloonOf?.toString() ?? '',
    },
    interest,
    fee: toText(amendment?.fee ?? null),
    message: '',
  };
}

/** The present due date, for hints. */
export const formatPresentDue = ({ dueAt }: Pick<Loan, 'dueAt'>): string =>
  dueAt ? formatUtcDay(dueAt) : '–';
