/** What holds for the balances of every loan; throws an assertion error that names the loan. */

import assert from 'node:assert/strict';
import { balanceOn } from '../balance.ts';
import { listEvents, sortVersions } from '../balance-events.ts';
import { Replay } from '../balance-replay.ts';
import type { BalancePayment, LoanBalance, LoanRecord } from '../balance-terms.ts';
import { addDays } from '../calendar-day.ts';
import { toDayNumber } from '../plan-days.ts';
import type { RandomLoan } from './random-loans.ts';

const sum = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((total, item) => total + measure(item), 0);

export function checkLoan(random: RandomLoan): void {
  const { loan, lastDay } = random;
  const on = addDays(loan.start, lastDay);
  const name = JSON.stringify(loan);
  const balance = balanceOn(loan, on);
  checkSums(loan, balance, name);
  checkAnyOrder(loan, on, { balance, name });
  checkReference(loan, lastDay, { balance, name });
  checkSteps(random, on, { balance, name });
  checkDays(loan, lastDay, name);
}

interface Expected {
  balance: LoanBalance;
  name: string;
}

/** Principal paid and principal left are what was advanced, and every cent of a payment is allocated. */
function checkSums(loan: LoanRecord, balance: LoanBalance, name: string): void {
  const advanced = loan.amountCents + sum(loan.advances ?? [], ({ cents }) => cents);
  const principalPaid = sum(balance.applied, ({ principalCents }) => principalCents);
  assert.equal(principalPaid + balance.principalCents, advanced, name);
  const allocated = sum(
    balance.applied,
    (one) => one.feesCents + one.defaultInterestCents + one.interestCents + one.principalCents,
  );
  assert.equal(
    allocated + balance.creditCents,
    sum(loan.payments, ({ cents }) => cents),
    name,
  );
  for (const row of balance.rows) {
    assert.ok(row.paymentCents >= 0 && row.paidCents >= 0 && row.principalCents >= 0, name);
    assert.ok(row.paidCents <= row.paymentCents, name);
  }
  assert.ok(balance.cureCents <= balance.payoffCents, name);
}

/** The order in which payments are recorded changes nothing; that of one day changes no sum. */
function checkAnyOrder(loan: RandomLoan['loan'], on: Date, { balance, name }: Expected): void {
  assert.deepEqual(balanceOn({ ...loan, payments: loan.payments.toReversed() }, on), balance, name);
  const ids = loan.payments.map(({ id }) => id).toReversed();
  const renamed = loan.payments.map((payment, index) => ({ ...payment, id: ids[index] ?? '' }));
  const other = balanceOn({ ...loan, payments: renamed }, on);
  for (const key of ['principalCents', 'interestCents', 'creditCents'] as const)
    if (!chargesByRows(loan)) assert.equal(other[key], balance[key], `${key} of ${name}`);
}

/** Whether fees and default interest depend on which rows payments count for. */
const chargesByRows = ({ versions }: LoanRecord): boolean =>
  versions.some(({ plan }) => plan.lateFeeBps > 0 || plan.defaultRateBps > 0);

/** Day by day in integers, for loans without charges that depend on rows. */
function checkReference(loan: LoanRecord, lastDay: number, { balance, name }: Expected): void {
  if (chargesByRows(loan)) return;
  const unit = 3_650_000n;
  let rate = loan.versions[0]?.rateBps ?? 0;
  let [principal, units, fees, credit] = [BigInt(loan.amountCents), 0n, 0n, 0n];
  const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const whole = (): bigint => (units > 0n ? (units + unit / 2n) / unit : 0n);
  const pay = (payments: readonly BalancePayment[]): void => {
    for (const { cents } of payments) {
      let left = BigInt(cents);
      const toFees = least(fees, left);
      left -= toFees;
      fees -= toFees;
      const toInterest = least(whole(), left);
      left -= toInterest;
      units -= toInterest * unit;
      const toPrincipal = least(principal, left);
      left -= toPrincipal;
      principal -= toPrincipal;
      credit += left;
      if (principal === 0n && whole() === 0n) units = 0n;
    }
  };
  for (let day = 0; day <= lastDay; day += 1) {
    if (day > 0) units += principal * BigInt(rate);
    const at = addDays(loan.start, day).getTime();
    const isToday = ({ day: one }: { day: Date }): boolean => one.getTime() === at;
    principal += BigInt(sum((loan.advances ?? []).filter(isToday), ({ cents }) => cents));
    const payments = loan.payments.filter(isToday);
    pay(payments.filter(({ afterTerms }) => !afterTerms));
    rate = loan.versions.find(({ from }) => from.getTime() === at)?.rateBps ?? rate;
    fees += BigInt(sum(loan.fees.filter(isToday), ({ cents }) => cents));
    pay(payments.filter(({ afterTerms }) => afterTerms));
  }
  const found = [balance.principalCents, balance.interestCents, balance.feesCents];
  assert.deepEqual(
    [...found, balance.creditCents].map(BigInt),
    [principal, whole(), fees, credit],
    name,
  );
}

/** Stops on the way, of which the result must not depend. */
function checkSteps({ loan, drawDay }: RandomLoan, on: Date, { balance, name }: Expected): void {
  const [version, ...changes] = sortVersions(loan.versions);
  const startDay = toDayNumber(loan.start);
  const replay = new Replay(loan.amountCents, startDay, version);
  for (const { day, apply } of listEvents(loan, changes, startDay)) {
    replay.advanceTo(Math.min(day, startDay + drawDay()));
    replay.advanceTo(day);
    apply(replay);
  }
  const onDay = toDayNumber(on);
  for (let day = replay.day; day < onDay; day += 3) replay.advanceTo(day);
  replay.advanceTo(onDay);
  const { principalCents, interestCents, feesCents, defaultInterestCents } = balance;
  assert.deepEqual(
    [replay.principalCents, replay.interestCents, replay.feesCents, replay.defaultInterestCents],
    [principalCents, interestCents, feesCents, defaultInterestCents],
    name,
  );
}

/** Payoff plus payments never falls from one week to the next. */
function checkDays(loan: LoanRecord, lastDay: number, name: string): void {
  let before = 0;
  for (let day = 0; day <= lastDay; day += 7) {
    const on = addDays(loan.start, day);
    const { payoffCents, creditCents, applied } = balanceOn(loan, on);
    const paid = sum(applied, ({ cents }) => cents) - creditCents;
    assert.ok(payoffCents + paid >= before, `day ${day} of ${name}`);
    before = payoffCents + paid;
  }
}
