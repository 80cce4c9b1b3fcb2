/** The one replay of a loan's terms, payments and acceleration, with the schedule that follows. Pure. */

import { balanceOn } from '@nameloan/loan-math/balance';
import type { LoanBalance, TermsVersion } from '@nameloan/loan-math/balance-terms';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { findLoanAccrual } from '../../loan/accrual.ts';
import type { CountedPayment } from '../../loan/payment.ts';
import { readPlan } from '../../loan/plan/plan.ts';
import type { Receipt } from '../escrow.ts';
import { listAdvances } from './advances.ts';
import type { DebtRecord } from './debt-record.ts';
import { findRecentReplay } from './recent-replays.ts';

export interface BalancePayment
  extends Pick<CountedPayment, 'id' | 'day' | 'amountCents' | 'principalCents' | 'amendment'> {
  /** It pays what all else of its day leaves. */
  paysRest?: boolean;
}

interface ReplayDay {
  day: Date;
  more?: readonly BalancePayment[];
}

/** Records are never changed in place, and one page asks for the balance of one day in twenty fields. */
const replays = new WeakMap<DebtRecord, Map<number, LoanBalance>>();

/**
 * On the UTC date of `day`, with the payments that count by then and with `more`. The order in which payments were
 * confirmed does not matter: all are replayed by their days.
 */
export function replayLoan(loan: DebtRecord, receipt: Receipt, at: ReplayDay): LoanBalance {
  const isOfRecord = receipt === loan.receipt && !at.more?.length;
  if (!isOfRecord) return computeReplay(loan, receipt, at);
  const days = replays.get(loan) ?? new Map<number, LoanBalance>();
  replays.set(loan, days);
  const key = utcDay(at.day).getTime();
  const balance =
    days.get(key) ?? findRecentReplay(loan, key, () => computeReplay(loan, receipt, at));
  days.set(key, balance);
  return balance;
}

function computeReplay(
  loan: DebtRecord,
  receipt: Receipt,
  { day, more = [] }: ReplayDay,
): LoanBalance {
  const start = utcDay(receipt.at);
  const { acceleratedAt, pastAccelerations } = loan;
  const { firstCents: amountCents, later: advances } = listAdvances(loan);
  const counted: readonly BalancePayment[] = loan.countedPayments ?? [];
  const present = acceleratedAt ? [{ at: acceleratedAt }] : [];
  const payments = [...counted, ...more].map((payment) => ({
    id: payment.id,
    day: payment.day,
    cents: payment.amountCents,
    principalCents: payment.principalCents ?? undefined,
    afterTerms: (payment.amendment ?? null) !== null || payment.paysRest,
  }));
  return balanceOn(
    {
      amountCents,
      start,
      accrual: findLoanAccrual(loan),
      versions: listVersions(loan, start),
      payments,
      fees: loan.agreedFees ?? [],
      waivers: loan.waivers ?? [],
      advances,
      accelerations: [...(pastAccelerations ?? []), ...present].map(({ at }) => ({ day: at })),
    },
    day > start ? day : start,
  );
}

/** The terms of the contract, and those of each effective amendment. */
function listVersions(loan: DebtRecord, start: Date): [TermsVersion, ...TermsVersion[]] {
  const { rateBps, termDays } = loan;
  // A contract that was drawn up by an earlier release knows no plan.
  const plan = findLoanAccrual(loan) === 'SIMPLE_365' ? readPlan(loan) : bulletPlan;
  const changed = (loan.changedTerms ?? []).map((terms) => ({
    from: terms.from,
    rateBps: terms.rateBps,
    termDays: terms.termDays,
    plan: readPlan(terms),
    datesFrom: terms.datesFrom ?? start,
  }));
  return [{ from: start, rateBps, termDays, plan }, ...changed];
}

/** The terms that count now. */
export function findPresentTerms(loan: DebtRecord, receipt: Pick<Receipt, 'at'>): TermsVersion {
  const versions = listVersions(loan, utcDay(receipt.at));
  return versions.at(-1) ?? versions[0];
}

/** The terms that counted on a day; before the receipt those of the contract. */
export function findTermsOn(loan: DebtRecord, receipt: Receipt, day: Date): TermsVersion {
  const versions = listVersions(loan, utcDay(receipt.at));
  return versions.findLast(({ from }) => from <= day) ?? versions[0];
}
