/** Keeps the latest replays of loans with many payments, so that the next read of an unchanged loan needs none. */

import { isDeepStrictEqual } from 'node:util';
import type { LoanBalance } from '@nameloan/loan-math/balance-terms';
import type { CountedPayment } from '../../loan/payment.ts';
import type { DebtRecord } from './debt-record.ts';
import { balanceKeys } from './debt-record.ts';

/** A replay of fewer payments takes less time than the comparison is worth. */
const minPayments = 20;
/** A balance of 400 payments and 120 instalments has about 100 kB. */
const maxLoans = 20;
const maxDays = 4;

interface RecentReplays {
  loan: DebtRecord;
  /** By UTC midnight in milliseconds. */
  days: Map<number, LoanBalance>;
}

/** By loan id, the least recently used one first. */
const recent = new Map<string, RecentReplays>();

/** The balance of this day as it was computed for a record with the same terms and payments, or a new one. */
export function findRecentReplay(
  loan: DebtRecord & { id?: string },
  day: number,
  compute: () => LoanBalance,
): LoanBalance {
  const { id, countedPayments } = loan;
  if (id === undefined || (countedPayments?.length ?? 0) < minPayments) return compute();
  const known = recent.get(id);
  const replays =
    known && isSameDebt(known.loan, loan) ? known : { loan, days: new Map<number, LoanBalance>() };
  const balance = replays.days.get(day) ?? compute();
  replays.days.delete(day);
  replays.days.set(day, balance);
  trim(replays.days, maxDays);
  recent.delete(id);
  recent.set(id, replays);
  trim(recent, maxLoans);
  return balance;
}

function trim(map: Map<unknown, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

const otherKeys = balanceKeys.filter((key) => key !== 'countedPayments');

/** Compares what a replay reads; the version of a record says less, since a decision replays changed copies of it. */
function isSameDebt(one: DebtRecord, other: DebtRecord): boolean {
  const [payments, others] = [one.countedPayments ?? [], other.countedPayments ?? []];
  return (
    payments.length === others.length &&
    payments.every((payment, index) => isSamePayment(payment, others[index])) &&
    otherKeys.every((key) => isDeepStrictEqual(one[key], other[key]))
  );
}

const isSamePayment = (one: CountedPayment, other: CountedPayment | undefined): boolean =>
  other !== undefined &&
  one.id === other.id &&
  one.amountCents === other.amountCents &&
  one.day.getTime() === other.day.getTime() &&
  one.principalCents === other.principalCents &&
  one.amendment === other.amendment;
