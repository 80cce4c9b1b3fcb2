/**
 * Computes an account's statement of one year, in both roles: interest by value day and accrued, discharged debt, and the
 * adjustment of earlier statements (docs/decisions/0162-statements-by-value-day.md). Pure.
 */

import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { findTermsOn } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Party } from '../loan/roles.ts';
import { formatDomainName } from '../loan/terms.ts';
import type { LendingShare } from './lending-share.ts';
import { buildLendingShare } from './lending-share.ts';
import type { LoanOutcome, LoanTimeline, PaymentSplit } from './value-days.ts';
import { accrueUntil, buildTimeline, listNews, recallLoan, splitPayments } from './value-days.ts';

/** A loan with money in the year. Money in US cents. */
export interface StatementLine {
  escrowId: string;
  domain: string;
  role: Party;
  /** The other party's name in the contract. */
  otherParty: string;
  principalCents: number;
  /** On the last day of the year, or today. */
  rateBps: number;
  receivedOn: Date;
  /** Null if it still ran at the end of the year. */
  endedOn: Date | null;
  outcome: LoanOutcome | 'SOLD' | 'RUNNING';
  /** Earned by a lender or paid by a borrower, on value days of the year. */
  interestCents: number;
  feesCents: number;
  /** Interest and fees of the days of the year, paid or not. */
  accruedCents: number;
  /** What became known about earlier years after their statements had closed. */
  adjustment: { interestCents: number; accruedCents: number };
  /** Of the year, and those of earlier years that became known late. */
  payments: readonly PaymentSplit[];
  /** The debt discharged by the domain: principal and interest on that day. */
  dischargedCents: number;
  /** Sales of the year, and those of earlier years that became known late. */
  sales: readonly StatementSale[];
}

/** A sale of the loan by or to the account. */
export interface StatementSale {
  kind: 'SOLD' | 'BOUGHT';
  day: Date;
  priceCents: number;
  /** What was owed on that day by the deed. */
  owedCents: number;
  /** What the price differs by from it; a loss is below zero. */
  gainCents: number;
}

interface Sums {
  interestEarnedCents: number;
  interestPaidCents: number;
  accruedAsLenderCents: number;
  accruedAsBorrowerCents: number;
  /** Interest of earlier years that became known late. */
  adjustmentEarnedCents: number;
  adjustmentPaidCents: number;
  /** Debt owed to the account as lender that the domain discharged. */
  dischargedAsLenderCents: number;
  /** Debt owed by the account as borrower that the domain discharged. */
  dischargedAsBorrowerCents: number;
  /** Of the prices of sold and bought loans. */
  saleGainCents: number;
}

export interface Statement {
  year: number;
  /** The account's name. */
  name: string;
  madeAt: Date;
  /** Ended loans by the day on which they ended, then running ones. */
  lines: readonly StatementLine[];
  sums: Sums;
}

/** A statement keeps its figures from then on: one month after its year, since answers and disputes take weeks. */
export const computeClosing = (year: number): Date => new Date(Date.UTC(year + 1, 1));

/** The days of a year and what is known when its statement is made, and was when the one before closed. */
interface StatementPeriod {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** The end of the days that accrue: that of the year, or today. */
  accruesTo: Date;
  known: Date;
  knownBefore: Date;
}

function buildPeriod(year: number, now: Date): StatementPeriod {
  const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))];
  const today = utcDay(now);
  const limit = (moment: Date): Date => (moment < now ? moment : now);
  return {
    ...{ from, to, accruesTo: today < to ? today : to },
    ...{ known: limit(computeClosing(year)), knownBefore: limit(computeClosing(year - 1)) },
  };
}

function findLastDay({ to }: StatementPeriod, now: Date): Date {
  const last = addDays(to, -1);
  return last < now ? last : now;
}

export interface StatementQuery {
  accountId: string;
  year: number;
  now: Date;
  /** When each counted payment was answered, by its id. */
  answeredAt?: ReadonlyMap<string, Date>;
}

/** Undefined for a loan without a receipt, and one with nothing in the year. */
export function buildStatementLine(
  loan: Escrow,
  { accountId, year, now, answeredAt = new Map() }: StatementQuery,
): StatementLine | undefined {
  const timeline = buildTimeline(loan, answeredAt);
  if (timeline === null) return undefined;
  const period = buildPeriod(year, now);
  const role = loan.borrowerId === accountId ? 'BORROWER' : 'LENDER';
  const share = role === 'LENDER' ? buildLendingShare(timeline, accountId) : null;
  const figures = computeFigures(timeline, period, share);
  if (!figures) return undefined;
  const [recalled, lastDay] = [recallLoan(timeline, period.known), findLastDay(period, now)];
  return {
    escrowId: loan.id,
    domain: formatDomainName(loan),
    role,
    otherParty: role === 'BORROWER' ? loan.lenderName : loan.borrowerName,
    principalCents: sumAdvancedCents(recalled, figures.endedOn ?? lastDay),
    rateBps: findTermsOn(recalled, timeline.receipt, lastDay).rateBps,
    receivedOn: timeline.receipt.at,
    ...figures,
  };
}

type Figures = Omit<
  StatementLine,
  'escrowId' | 'domain' | 'role' | 'otherParty' | 'principalCents' | 'rateBps' | 'receivedOn'
>;

function computeFigures(
  timeline: LoanTimeline,
  period: StatementPeriod,
  share: LendingShare | null,
): Figures | undefined {
  const { from, to, accruesTo, known, knownBefore } = period;
  const split = share?.split ?? ((at: Date) => splitPayments(timeline, at));
  const accrue = share?.accrue ?? ((day: Date, at: Date) => accrueUntil(timeline, day, at));
  const splits = split(known).filter(({ day }) => day < to);
  const inYear = splits.filter(({ day }) => day >= from);
  const late = splits.filter(({ day, knownAt }) => day < from && knownAt > knownBefore);
  const accruedBefore = accrue(from, known);
  const { isNew, ...end } = findEnd(timeline, period, share);
  const figures: Figures = {
    ...end,
    interestCents: sumInterest(inYear),
    feesCents: inYear.reduce((sum, { feesCents }) => sum + feesCents, 0),
    accruedCents: accrue(accruesTo, known) - accruedBefore,
    adjustment: { interestCents: 0, accruedCents: 0 },
    payments: [...late, ...inYear],
    sales: share ? listSales(share, period) : [],
  };
  if (hasNews(timeline, period)) {
    const reported = split(knownBefore);
    const isEarlier = ({ day }: PaymentSplit) => day < from;
    figures.adjustment = {
      interestCents:
        sumInterest(splits.filter(isEarlier)) - sumInterest(reported.filter(isEarlier)),
      accruedCents: accruedBefore - accrue(from, knownBefore),
    };
  }
  return isNew || hasFigures(figures) ? figures : undefined;
}

/** Something became known since the statement before closed; otherwise nothing is replayed twice. */
function hasNews(timeline: LoanTimeline, { known, knownBefore }: StatementPeriod): boolean {
  return listNews(timeline).some((knownAt) => knownAt > knownBefore && knownAt <= known);
}

const sumInterest = (splits: readonly PaymentSplit[]): number =>
  splits.reduce((sum, { interestCents }) => sum + interestCents, 0);

interface End extends Pick<Figures, 'endedOn' | 'outcome' | 'dischargedCents'> {
  /** No earlier statement has it. */
  isNew: boolean;
}

/** An end of an earlier year is new here if it became known after that year's statement had closed. */
function findEnd(
  { close }: LoanTimeline,
  { from, to, known, knownBefore }: StatementPeriod,
  share: LendingShare | null,
): End {
  const left = share?.findLeft(known);
  if (left && left.day < to) {
    const isNew = left.day >= from || left.closedAt > knownBefore;
    return { endedOn: left.day, outcome: 'SOLD', dischargedCents: 0, isNew };
  }
  if (!close || close.knownAt > known || close.on >= to)
    return { endedOn: null, outcome: 'RUNNING', dischargedCents: 0, isNew: false };
  const { outcome, on: endedOn } = close;
  const isNew = close.on >= from || close.knownAt > knownBefore;
  return { endedOn, outcome, dischargedCents: isNew ? close.dischargedCents : 0, isNew };
}

function listSales(share: LendingShare, period: StatementPeriod): StatementSale[] {
  const { from, to, known, knownBefore } = period;
  return share.listSales(known).flatMap(({ kind, sale }) => {
    const { day, priceCents, owedCents, closedAt } = sale;
    if (day >= to || (day < from && closedAt <= knownBefore)) return [];
    const gainCents = kind === 'SOLD' ? priceCents - owedCents : owedCents - priceCents;
    return [{ kind, day, priceCents, owedCents, gainCents }];
  });
}

const hasFigures = ({ payments, sales, accruedCents, adjustment }: Figures): boolean =>
  payments.length > 0 ||
  sales.length > 0 ||
  accruedCents !== 0 ||
  adjustment.interestCents !== 0 ||
  adjustment.accruedCents !== 0;

/** Ended loans by the day on which they ended, then running ones by their receipt. */
export function sortLines(lines: readonly StatementLine[]): StatementLine[] {
  const order = ({ endedOn, receivedOn }: StatementLine): number =>
    endedOn?.getTime() ?? Number.MAX_SAFE_INTEGER / 2 + receivedOn.getTime();
  return lines.toSorted(
    (one, other) => order(one) - order(other) || (one.escrowId < other.escrowId ? -1 : 1),
  );
}

export function sumLines(lines: readonly StatementLine[]): Sums {
  const sum = (role: Party, amount: (line: StatementLine) => number) =>
    lines.reduce((total, line) => (line.role === role ? total + amount(line) : total), 0);
  const interest = ({ interestCents }: StatementLine) => interestCents;
  const accrued = ({ accruedCents }: StatementLine) => accruedCents;
  const adjusted = ({ adjustment }: StatementLine) => adjustment.interestCents;
  const discharged = ({ dischargedCents }: StatementLine) => dischargedCents;
  return {
    interestEarnedCents: sum('LENDER', interest),
    interestPaidCents: sum('BORROWER', interest),
    accruedAsLenderCents: sum('LENDER', accrued),
    accruedAsBorrowerCents: sum('BORROWER', accrued),
    adjustmentEarnedCents: sum('LENDER', adjusted),
    adjustmentPaidCents: sum('BORROWER', adjusted),
    dischargedAsLenderCents: sum('LENDER', discharged),
    dischargedAsBorrowerCents: sum('BORROWER', discharged),
    saleGainCents: sum('LENDER', ({ sales }) =>
      sales.reduce((total, { gainCents }) => total + gainCents, 0),
    ),
  };
}
