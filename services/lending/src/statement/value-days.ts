/** What a loan's payments brought and what accrued until a day, as far as it was known at a moment. Pure. */

import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { computeAccruedCents } from '../escrow/balance/balance.ts';
import type { BalancePayment } from '../escrow/balance/replay-loan.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import type { CountedPayment } from '../loan/payment.ts';
import { isFinal } from '../loan/status.ts';
import { listLetterCosts } from './letter-costs.ts';

/** PLATFORM: a decision gave the domain to the platform, so that its debt was neither repaid nor discharged here. */
export type LoanOutcome = 'REPAID' | 'DISCHARGED' | 'PLATFORM';

interface Close {
  outcome: LoanOutcome;
  /** The day of repayment, or when the domain changed hands. */
  on: Date;
  knownAt: Date;
  dischargedCents: number;
}

type KnownPayment = CountedPayment & BalancePayment & { knownAt: Date };

/** A loan whose money was received, with the moments at which its payments and its end became known. */
export interface LoanTimeline {
  loan: Escrow;
  receipt: Receipt;
  payments: readonly KnownPayment[];
  close: Close | null;
}

/** How a payment was allocated. Money in US cents; what it brought beyond the debt is left out. */
export interface PaymentSplit {
  day: Date;
  paidCents: number;
  feesCents: number;
  /** With default interest. */
  interestCents: number;
  principalCents: number;
  knownAt: Date;
}

/** `answeredAt`: when each counted payment was answered, by its id. Null for a loan without a receipt or a known result. */
export function buildTimeline(
  loan: Escrow,
  answeredAt: ReadonlyMap<string, Date>,
): LoanTimeline | null {
  const { receipt, countedPayments, status } = loan;
  if (receipt === null) return null;
  const close = findClose(loan, receipt);
  if (close === null && isFinal(status)) return null;
  const payments: KnownPayment[] = (countedPayments ?? []).map((payment) => ({
    ...payment,
    knownAt: answeredAt.get(payment.id) ?? payment.deemedAt ?? payment.day,
  }));
  const amountCents = loan.finalPayoffCents ?? 0;
  if (close?.outcome === 'REPAID' && amountCents > 0) {
    const { on: day, knownAt } = close;
    // Sorted after the other payments of its day, as it pays what they leave.
    payments.push({ id: '~end', day, amountCents, deemedAt: null, knownAt, paysRest: true });
  }
  return addLetterCosts({ loan, receipt, payments, close });
}

/** A corrected payoff letter is a fee of the days on which it was paid, known with the end of the loan. */
function addLetterCosts(timeline: LoanTimeline): LoanTimeline {
  const { loan, receipt, payments, close } = timeline;
  const costs = listLetterCosts(loan, receipt);
  if (!close || costs.length === 0) return timeline;
  const { knownAt } = close;
  const fees = costs.map(({ day, cents }) => ({ day, cents, knownAt }));
  const paying = new Set(costs.map(({ paymentId }) => paymentId));
  const on = new Date(Math.max(close.on.getTime(), ...fees.map(({ day }) => day.getTime())));
  return {
    loan: { ...loan, agreedFees: [...(loan.agreedFees ?? []), ...fees] },
    receipt,
    // The fee of a day counts after its other payments.
    payments: payments.map((one) => (paying.has(one.id) ? { ...one, paysRest: true } : one)),
    close: { ...close, on },
  };
}

function findClose(loan: Escrow, receipt: Receipt): Close | null {
  const { status, statusAt, finalizedAt, repaidOn, finalPayoffCents } = loan;
  const knownAt = finalizedAt ?? statusAt;
  if (status === 'FINALIZED_RETURN_TO_BORROWER' && repaidOn !== null && finalPayoffCents !== null)
    return { outcome: 'REPAID', on: repaidOn, knownAt, dischargedCents: 0 };
  if (status === 'FINALIZED_PLATFORM_SEZIURE')
    return { outcome: 'PLATFORM', on: knownAt, knownAt, dischargedCents: 0 };
  if (status !== 'FINALIZED_LENDER_SEIZURE') return null;
  // Old records have no discharged amount, so it is the amount owed on that day.
  const dischargedCents = loan.dischargedCents ?? computeOwedCents(loan, receipt, knownAt);
  return { outcome: 'DISCHARGED', on: knownAt, knownAt, dischargedCents };
}

const listKnown = ({ payments }: LoanTimeline, known: Date): KnownPayment[] =>
  payments.filter(({ knownAt }) => knownAt <= known);

/** What an amendment brought; a record of a former release was known on its day. */
type Amended = { knownAt?: Date | null } & ({ day: Date } | { from: Date });

const findKnownAt = (one: Amended): Date => one.knownAt ?? ('day' in one ? one.day : one.from);

const listAmended = ({ changedTerms, agreedFees, waivers, advances }: Escrow): Amended[] => [
  ...(changedTerms ?? []),
  ...(agreedFees ?? []),
  ...(waivers ?? []),
  ...(advances ?? []),
];

/** When each payment, amendment and the end of the loan became known. */
export function listNews({ loan, payments, close }: LoanTimeline): Date[] {
  const moments = [...payments, ...(close ? [close] : [])].map(({ knownAt }) => knownAt);
  const sales = loan.sales?.map(({ closedAt }) => closedAt) ?? [];
  return [...moments, ...sales, ...listAmended(loan).map(findKnownAt)];
}

/** The loan with the payments and amendments that were known at `known`. */
export function recallLoan(timeline: LoanTimeline, known: Date): Escrow {
  const { loan } = timeline;
  const keep = <T extends Amended>(all: readonly T[] | null | undefined): T[] =>
    (all ?? []).filter((one) => findKnownAt(one) <= known);
  return {
    ...loan,
    countedPayments: listKnown(timeline, known),
    changedTerms: keep(loan.changedTerms),
    agreedFees: keep(loan.agreedFees),
    waivers: keep(loan.waivers),
    advances: keep(loan.advances),
  };
}

/**
 * All payments that were known at `known`, by their days. With compounding, which separates no interest, payments count
 * for the principal first (docs/decisions/0162-statements-by-value-day.md).
 */
export function splitPayments(timeline: LoanTimeline, known: Date): PaymentSplit[] {
  const { receipt } = timeline;
  const loan = recallLoan(timeline, known);
  const countedPayments = listKnown(timeline, known);
  if (countedPayments.length === 0) return [];
  const day = new Date(Math.max(...countedPayments.map((payment) => payment.day.getTime())));
  const { applied } = replayLoan(loan, receipt, { day });
  const knownAt = new Map(countedPayments.map((payment) => [payment.id, payment.knownAt]));
  const isSimple = findLoanAccrual(loan) === 'SIMPLE_365';
  let repaid = 0;
  return applied.map((one) => {
    const { id, feesCents, defaultInterestCents } = one;
    const debtCents = one.interestCents + one.principalCents;
    const left = sumAdvancedCents(loan, one.day) - repaid;
    const principalCents = isSimple ? one.principalCents : Math.min(left, debtCents);
    repaid += principalCents;
    return {
      day: one.day,
      paidCents: feesCents + defaultInterestCents + debtCents,
      feesCents,
      interestCents: defaultInterestCents + debtCents - principalCents,
      principalCents,
      knownAt: knownAt.get(id) ?? known,
    };
  });
}

/** Interest and fees of the days before `day`, paid or not; none after an end that was known, whose day counts. */
export function accrueUntil(timeline: LoanTimeline, day: Date, known: Date): number {
  const { receipt, close } = timeline;
  const loan = recallLoan(timeline, known);
  const isEnded = close !== null && close.knownAt <= known && close.on < day;
  const end = isEnded ? utcDay(close.on) : day;
  if (end <= utcDay(receipt.at)) return 0;
  return isEnded ? computeAccruedCents(loan, receipt, end) : accrueBefore(loan, receipt, day);
}

/** The interest until `day`, without what else happens on that day: its fees, waivers and payments. */
function accrueBefore(loan: Escrow, receipt: Receipt, day: Date): number {
  const isBefore = (one: { day: Date }): boolean => one.day < day;
  const before = {
    ...loan,
    countedPayments: loan.countedPayments?.filter(isBefore) ?? [],
    agreedFees: loan.agreedFees?.filter(isBefore) ?? [],
    waivers: loan.waivers?.filter(isBefore) ?? [],
  };
  const readFees = (on: Date): number => replayLoan(before, receipt, { day: on }).feesCents;
  const lateFeeCents = readFees(day) - readFees(addDays(day, -1));
  return computeAccruedCents(before, receipt, day) - lateFeeCents;
}
