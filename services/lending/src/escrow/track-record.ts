/** Counts an account's finished loans in one role, without names; the other side sees it before an agreement. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import { isFinal } from '../loan/status.ts';
import type { Escrow } from './escrow.ts';

export interface TrackRecord {
  /** Loans that count, see countFinishedLoans. */
  finished: number;
  /** Of these, repaid by their due day (UTC), and never extended after it. */
  onTime: number;
  /** Of these, extended on or after a due day. */
  extendedLate: number;
  /** Of these, ended by the domain going to the lender. */
  defaulted: number;
  /** Of these, in dispute at some time. */
  disputed: number;
  /** Lenders only: loans that were never funded, at most one per counterparty and month. */
  unfunded: number;
  /** Different accounts on the other side of the finished loans. */
  counterparties: number;
  /** Principal of the finished loans that were repaid, US cents. */
  repaidTotal: number;
}

export const minCountedCents = 100_00;
const minRunMs = 7 * 86_400_000;

export const trackRecordKeys = [
  'status',
  'statusAt',
  'finalizedAt',
  'amountCents',
  'borrowerId',
  'lenderId',
  'receipt',
  'dueAt',
  'repaidOn',
  'escalation',
  'unfunded',
  'extendedLate',
] as const;
type EndedLoan = Pick<Escrow, (typeof trackRecordKeys)[number]>;

/** How loans on one name ended, between any parties. */
export interface NameRecord {
  repaid: number;
  defaulted: number;
}

/** The field of the account whose record it is. */
export type RecordRole = 'borrowerId' | 'lenderId';

/**
 * `loans` are those in which the account had the role. A loan counts from $100, if it ran for at least 7 days from a receipt
 * that the borrower confirmed: loans between one's own accounts should cost something. Per counterparty and calendar
 * month of the end (UTC) only one counts, the worst, so that a good one cannot hide a default.
 */
export function countFinishedLoans(loans: readonly EndedLoan[], role: RecordRole): TrackRecord {
  const finished = onePerMonth(loans.filter(hasRun).sort(byOutcome), (loan) =>
    findCounterparty(loan, role),
  );
  const unfunded = role === 'lenderId' ? loans.filter(wasUnfunded) : [];
  const count = (fits: (loan: EndedLoan) => boolean) => finished.filter(fits).length;
  return {
    finished: finished.length,
    onTime: count(isOnTime),
    extendedLate: count(({ extendedLate }) => Boolean(extendedLate)),
    defaulted: count(isDefault),
    disputed: count(isDisputed),
    unfunded: onePerMonth(unfunded, (loan) => findCounterparty(loan, role)).length,
    counterparties: new Set(finished.map((loan) => findCounterparty(loan, role))).size,
    repaidTotal: finished
      .filter(({ status }) => status === 'FINALIZED_RETURN_TO_BORROWER')
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

function hasRun(loan: EndedLoan): boolean {
  const { status, amountCents, receipt } = loan;
  if (!isFinal(status) || status === 'CANCELLED' || amountCents < minCountedCents) return false;
  return receipt?.by === 'BORROWER' && +findEnd(loan) - +receipt.at >= minRunMs;
}

const wasUnfunded = ({ status, amountCents, unfunded }: EndedLoan): boolean =>
  status === 'CANCELLED' && unfunded === true && amountCents >= minCountedCents;

const isDefault = ({ status }: EndedLoan): boolean => status === 'FINALIZED_LENDER_SEIZURE';
const isDisputed = ({ escalation }: EndedLoan): boolean => escalation !== null;

function isOnTime({ status, dueAt, repaidOn, extendedLate }: EndedLoan): boolean {
  if (status !== 'FINALIZED_RETURN_TO_BORROWER' || extendedLate) return false;
  return dueAt !== null && repaidOn !== null && repaidOn <= utcDay(dueAt);
}

const findEnd = ({ finalizedAt, statusAt }: EndedLoan): Date => finalizedAt ?? statusAt;
const findCounterparty = ({ borrowerId, lenderId }: EndedLoan, role: RecordRole): string =>
  role === 'borrowerId' ? lenderId : borrowerId;

/** Worst first, then earliest. */
function byOutcome(a: EndedLoan, b: EndedLoan): number {
  const rank = (loan: EndedLoan) =>
    [!isDefault(loan), !isDisputed(loan), isOnTime(loan)].map(Number).join('');
  return rank(a).localeCompare(rank(b)) || +findEnd(a) - +findEnd(b);
}

function onePerMonth(
  loans: readonly EndedLoan[],
  findParties: (loan: EndedLoan) => string,
): EndedLoan[] {
  const kept = new Map<string, EndedLoan>();
  for (const loan of loans) {
    const end = findEnd(loan);
    const month = 12 * end.getUTCFullYear() + end.getUTCMonth();
    const key = `${month} ${findParties(loan)}`;
    if (!kept.has(key)) kept.set(key, loan);
  }
  return [...kept.values()];
}

/** By the same rule, with one loan per pair of parties and month. */
export function countLoansOfName(loans: readonly EndedLoan[]): NameRecord {
  const findPair = ({ borrowerId, lenderId }: EndedLoan) => `${borrowerId} ${lenderId}`;
  const finished = onePerMonth(loans.filter(hasRun).sort(byOutcome), findPair);
  const defaulted = finished.filter(isDefault).length;
  return { repaid: finished.length - defaulted, defaulted };
}
