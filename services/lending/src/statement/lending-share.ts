/**
 * A lender's part of a loan that was sold: the payments and the accrual of the days in which it was theirs. What accrued and
 * was unpaid on the day of a sale is paid to the seller by the price, so it is the seller's interest and not the buyer's. Pure.
 */

import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { ClosedSale } from '../loan/assignment/assignment.ts';
import { listLendingTimes } from '../loan/assignment/former-lender.ts';
import type { LoanTimeline, PaymentSplit } from './value-days.ts';
import { accrueUntil, splitPayments } from './value-days.ts';

/** A sale in which the account was a party. */
export interface SaleOfAccount {
  kind: 'SOLD' | 'BOUGHT';
  sale: ClosedSale;
}

export interface LendingShare {
  /** All payments that were known, as splitPayments has them. */
  split: (known: Date) => PaymentSplit[];
  /** As accrueUntil has it. */
  accrue: (day: Date, known: Date) => number;
  /** The sales that were known, oldest first. */
  listSales: (known: Date) => SaleOfAccount[];
  /** The sale by which the loan left the account for good; null while it is theirs. */
  findLeft: (known: Date) => ClosedSale | null;
}

/** Null for a loan that was never sold: all of it is its lender's. */
export function buildLendingShare(timeline: LoanTimeline, accountId: string): LendingShare | null {
  const { lenderId, sales } = timeline.loan;
  if (!sales?.length) return null;
  const listTimes = (known: Date) => {
    const closed = sales.filter(({ closedAt }) => closedAt <= known);
    const owner = sales[closed.length]?.sellerId ?? lenderId;
    return listLendingTimes({ lenderId: owner, sales: closed }, accountId);
  };
  return {
    split: (known) => listTimes(known).flatMap((time) => splitTime(timeline, { ...time, known })),
    accrue: (day, known) =>
      listTimes(known).reduce((sum, { bought, sold }) => {
        const end = sold && sold.day < day ? sold.day : day;
        const start = bought && bought.day < day ? bought.day : bought && day;
        const before = start ? accrueUntil(timeline, start, known) : 0;
        return sum + accrueUntil(timeline, end, known) - before;
      }, 0),
    listSales: (known) =>
      listTimes(known).flatMap(({ bought, sold }): SaleOfAccount[] => [
        ...(bought ? [{ kind: 'BOUGHT', sale: bought } as const] : []),
        ...(sold ? [{ kind: 'SOLD', sale: sold } as const] : []),
      ]),
    findLeft: (known) => listTimes(known).at(-1)?.sold ?? null,
  };
}

interface Time {
  bought: ClosedSale | null;
  sold: ClosedSale | null;
  known: Date;
}

function splitTime(timeline: LoanTimeline, { bought, sold, known }: Time): PaymentSplit[] {
  const mine = splitPayments(timeline, known).filter(
    ({ day }) => (!bought || day > bought.day) && (!sold || day <= sold.day),
  );
  let left = bought ? findUnpaid(timeline, bought, known) : { interestCents: 0, feesCents: 0 };
  const splits = mine.map((split) => {
    const interestCents = Math.min(left.interestCents, split.interestCents);
    const feesCents = Math.min(left.feesCents, split.feesCents);
    left = {
      interestCents: left.interestCents - interestCents,
      feesCents: left.feesCents - feesCents,
    };
    return {
      ...split,
      interestCents: split.interestCents - interestCents,
      feesCents: split.feesCents - feesCents,
      // It returns what the price paid for.
      principalCents: split.principalCents + interestCents + feesCents,
    };
  });
  if (!sold) return splits;
  const unpaid = findUnpaid(timeline, sold, known);
  const interestCents = unpaid.interestCents - left.interestCents;
  const feesCents = unpaid.feesCents - left.feesCents;
  const paidCents = interestCents + feesCents;
  if (paidCents === 0) return splits;
  const byPrice = { day: sold.day, paidCents, feesCents, interestCents, principalCents: 0 };
  return [...splits, { ...byPrice, knownAt: sold.closedAt }];
}

/** Interest and fees that were owed on the day of the sale. */
function findUnpaid({ loan, receipt, payments }: LoanTimeline, { day }: ClosedSale, known: Date) {
  const countedPayments = payments.filter((one) => one.knownAt <= known && one.day <= day);
  const balance = replayLoan({ ...loan, countedPayments }, receipt, { day });
  return {
    interestCents: balance.interestCents + balance.defaultInterestCents,
    feesCents: balance.feesCents,
  };
}
