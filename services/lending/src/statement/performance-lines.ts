/** A lender's loans as lines of their performance: what each one earned, owes or lost. */

import { addDays, daysBetween } from '@nameloan/loan-math/calendar-day';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import {
  computeAccruedCents,
  computePrincipalCents,
  computePrincipalDays,
  sumPaidCents,
} from '../escrow/balance/balance.ts';
import { balanceKeys } from '../escrow/balance/debt-record.ts';
import { findPresentTerms } from '../escrow/balance/replay-loan.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { findSeizedAt } from '../escrow/held.ts';
import { findLastSale } from '../loan/assignment/former-lender.ts';
import { isFunded } from '../loan/status.ts';
import { formatDomainName } from '../loan/terms.ts';
import { letterCostKeys, listLetterCosts } from './letter-costs.ts';

export const performanceKeys = [
  'createdAt',
  'status',
  'domainName',
  'unicodeName',
  'borrowerId',
  'borrowerName',
  ...balanceKeys,
  'dueAt',
  'claim',
  'repaidOn',
  'finalPayoffCents',
  'finalizedAt',
  'heldRelease',
  'sales',
  ...letterCostKeys,
] as const;
export type LentLoan = Pick<Escrow, 'id' | (typeof performanceKeys)[number]>;

/** Only a running loan has a day on which its interest is expected. */
export type PerformanceState =
  | 'RUNNING'
  | 'PAST_DUE'
  | 'CLAIMED'
  | 'DISPUTED'
  | 'REPAID'
  | 'SEIZED';

/** A loan whose money was received. Money in US cents; amounts that do not apply are 0. */
export interface PerformanceLine {
  escrowId: string;
  domain: string;
  borrowerId: string;
  /** As in the contract. */
  borrowerName: string;
  state: PerformanceState;
  /** What is left of it, of an open loan. */
  principalCents: number;
  /** As agreed last. */
  rateBps: number;
  receivedOn: Date;
  dueOn: Date;
  /** Null while it is open. */
  endedOn: Date | null;
  /** From the receipt to the end, or to today. */
  days: number;
  /** Interest of a repaid loan, and what part payments brought before a seizure. */
  earnedCents: number;
  /** Interest of a running loan on its due date. */
  expectedCents: number;
  /** Interest of an open loan until today, or until the day of its claimed repayment. */
  accruedCents: number;
  /** The principal that was left of a loan whose domain was seized. */
  lostCents: number;
  /** Of a loan that ended: the sum over its days of the principal that was left, in cents × days. */
  principalDays: bigint;
}

/** Undefined for a loan whose money did not arrive, or whose result is not known. */
export function buildPerformanceLine(loan: LentLoan, now: Date): PerformanceLine | undefined {
  const { receipt, dueAt, termDays } = loan;
  const result = receipt && (findOpenResult(loan, receipt, now) ?? findEnd(loan, receipt));
  if (!result) return undefined;
  const { endedOn = null, ...amounts } = result;
  const line: PerformanceLine = {
    escrowId: loan.id,
    domain: formatDomainName(loan),
    borrowerId: loan.borrowerId,
    borrowerName: loan.borrowerName,
    principalCents: sumAdvancedCents(loan, endedOn ?? now),
    rateBps: findPresentTerms(loan, receipt).rateBps,
    receivedOn: receipt.at,
    dueOn: dueAt ?? addDays(receipt.at, termDays),
    endedOn,
    days: daysBetween(receipt.at, endedOn ?? now),
    earnedCents: 0,
    expectedCents: 0,
    accruedCents: 0,
    lostCents: 0,
    principalDays: endedOn ? computePrincipalDays(loan, receipt, endedOn) : 0n,
    ...amounts,
  };
  return { ...line, ...takeBoughtDays(loan, receipt, line) };
}

/** A lender who bought the loan has the days and the interest since then; the difference of the price is in the statement. */
function takeBoughtDays(
  loan: LentLoan,
  receipt: Receipt,
  line: PerformanceLine,
): Partial<PerformanceLine> {
  const sale = findLastSale(loan);
  if (!sale) return {};
  const { endedOn, earnedCents, expectedCents, accruedCents, principalDays, days } = line;
  const from = endedOn && endedOn < sale.day ? endedOn : sale.day;
  const before = computeAccruedCents(loan, receipt, from);
  return {
    earnedCents: Math.max(0, earnedCents - before),
    expectedCents: Math.max(0, expectedCents - before),
    accruedCents: Math.max(0, accruedCents - before),
    days: Math.max(0, days - daysBetween(receipt.at, from)),
    principalDays: endedOn ? principalDays - computePrincipalDays(loan, receipt, from) : 0n,
  };
}

type Result = Pick<PerformanceLine, 'state'> & Partial<PerformanceLine>;

function findOpenResult(loan: LentLoan, receipt: Receipt, now: Date): Result | undefined {
  const { status, claim, termDays } = loan;
  if (!isFunded(status)) return undefined;
  const interestOn = (day: Date) => computeAccruedCents(loan, receipt, day);
  const open = {
    accruedCents: interestOn(claim?.date ?? now),
    principalCents: computePrincipalCents(loan, receipt, now),
  };
  if (status === 'ESCALATED') return { state: 'DISPUTED', ...open };
  if (claim !== null) return { state: 'CLAIMED', ...open };
  const dueOn = loan.dueAt ?? addDays(receipt.at, termDays);
  if (now >= dueOn) return { state: 'PAST_DUE', ...open };
  return { state: 'RUNNING', ...open, expectedCents: interestOn(dueOn) };
}

/**
 * Repaid loans as in the yearly statements. A domain that the platform released to the lender is a loss of that moment. One
 * that it released to the borrower has no result, since no one stated a repayment.
 */
function findEnd(loan: LentLoan, receipt: Receipt): Result | undefined {
  const { status, repaidOn, finalPayoffCents } = loan;
  if (status === 'FINALIZED_RETURN_TO_BORROWER' && repaidOn !== null && finalPayoffCents !== null) {
    const costs = listLetterCosts(loan, receipt).reduce((sum, { cents }) => sum + cents, 0);
    const paidCents = sumPaidCents(loan, receipt, repaidOn) + finalPayoffCents + costs;
    const earnedCents = paidCents - sumAdvancedCents(loan, repaidOn);
    return { state: 'REPAID', endedOn: repaidOn, earnedCents };
  }
  const seizedAt = findSeizedAt(loan);
  if (!seizedAt) return undefined;
  // Part payments brought interest and some of the principal.
  const lostCents = computePrincipalCents(loan, receipt, seizedAt);
  const earnedCents =
    sumPaidCents(loan, receipt, seizedAt) - (sumAdvancedCents(loan, seizedAt) - lostCents);
  return { state: 'SEIZED', endedOn: seizedAt, lostCents, earnedCents };
}
