/** One record with the payments of a refinancing, new terms and further principal: each counts from its own day. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { computePrincipalDays, findRepaymentDay } from '../escrow/balance/balance.ts';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { LegRecord } from '../loan/refinance/refinance.ts';
import { buildPostedLoan, simple } from '../testing/loans.ts';
import { payoffLeg, replacing } from '../testing/refinanced-loans.ts';

const start = new Date('2026-05-01T00:00:00.000Z');
const on = (day: number): Date => addDays(start, day);
const receipt = {
  ...{ date: start, method: 'Wire', reference: 'L-1', at: start },
  by: 'BORROWER',
} as const;

/** In cents by the day on which the borrower received them: payoff, surplus, further principal. */
const received: [day: number, cents: number][] = [
  [0, 92_000],
  [3, 58_000],
  [20, 30_000],
];
const extendedOn = 10;
const ratesBps = { agreed: 1_000, extended: 1_200 };
/** Part payments: before, on the day of, and after the further principal. */
const paid: [day: number, cents: number][] = [
  [5, 10_000],
  [20, 1_500],
  [30, 20_000],
];

const buildLeg = (leg: LegRecord['leg'], [day, cents]: [number, number]): LegRecord => ({
  ...{ ...payoffLeg, id: leg, leg, day: on(day) },
  ...{ amountCents: cents, confirmedCents: cents },
});

function buildNewLoan(payments = paid): Escrow {
  const [payoff, surplus, further] = received;
  assert.ok(payoff && surplus && further);
  const terms = { rateBps: ratesBps.extended, termDays: 120, plan: bulletPlan };
  const legs = [buildLeg('PAYOFF', payoff), buildLeg('SURPLUS', surplus)];
  return buildPostedLoan({
    ...{ ...simple, receipt, amountCents: 150_000, rateBps: ratesBps.agreed, termDays: 60 },
    ...{ replacing: { ...replacing, legs }, dueAt: on(120) },
    changedTerms: [{ from: on(extendedOn), datesFrom: start, ...terms }],
    advances: [{ id: 'a1', day: on(further[0]), amountCents: further[1], deemedAt: null }],
    countedPayments: payments.map(([day, amountCents], index) => {
      return { id: `p${index}`, day: on(day), amountCents, deemedAt: null };
    }),
  });
}

/** Day by day, in 1/3,650,000 cents: what arrives first, then what is paid, then the day's interest. */
function replayByDay(last: number): { principal: number; interest: number } {
  let [principal, units] = [0, 0];
  const of = (list: [number, number][], day: number) =>
    list.reduce((sum, [at, cents]) => (at === day ? sum + cents : sum), 0);
  for (let day = 0; day <= last; day += 1) {
    principal += of(received, day);
    const payment = of(paid, day);
    const interest = Math.min(payment, Math.floor(units / 3_650_000 + 0.5));
    units -= interest * 3_650_000;
    principal -= payment - interest;
    if (day < last) units += principal * (day < extendedOn ? ratesBps.agreed : ratesBps.extended);
  }
  return { principal, interest: Math.floor(units / 3_650_000 + 0.5) };
}

test('principal paid and left is what the borrower received, on each day', () => {
  const loan = buildNewLoan();
  for (let day = 0; day <= 150; day += 1) {
    const { applied, principalCents, interestCents } = replayLoan(loan, receipt, { day: on(day) });
    const paidCents = applied.reduce((sum, one) => sum + one.principalCents, 0);
    assert.equal(paidCents + principalCents, sumAdvancedCents(loan, on(day)), `day ${day}`);
    const { principal, interest } = replayByDay(day);
    assert.deepEqual([principalCents, interestCents], [principal, interest], `day ${day}`);
  }
  assert.equal(sumAdvancedCents(loan, on(150)), 180_000);
});

test('the surplus and the further principal bear interest from their days at the rate of the day', () => {
  const { interestCents } = replayLoan(buildNewLoan([]), receipt, { day: on(30) });
  const first = 92_000 * 3 + 150_000 * 7;
  const extended = 150_000 * 10 + 180_000 * 10;
  const units = first * ratesBps.agreed + extended * ratesBps.extended;
  assert.equal(interestCents, Math.round(units / 3_650_000));
  const principalDays = computePrincipalDays(buildNewLoan([]), receipt, on(30));
  assert.equal(principalDays, BigInt(first + extended));
});

test('the payoff of a day repays the loan, of which the payments of the principal are all that was received', () => {
  const { payoffCents } = replayLoan(buildNewLoan(), receipt, { day: on(45) });
  const ended = buildNewLoan([...paid, [45, payoffCents]]);
  const { applied, principalCents, creditCents } = replayLoan(ended, receipt, { day: on(200) });
  assert.deepEqual([principalCents, creditCents], [0, 0]);
  assert.equal(
    applied.reduce((sum, one) => sum + one.principalCents, 0),
    180_000,
  );
  assert.deepEqual(findRepaymentDay(ended), on(45));
});

test('a loan whose debt was paid before the surplus arrived is repaid only once the surplus is', () => {
  const before = replayLoan(buildNewLoan([]), receipt, { day: on(2) }).payoffCents;
  const after = replayLoan(buildNewLoan([[2, before]]), receipt, { day: on(45) }).payoffCents;
  const loan = buildNewLoan([
    [2, before],
    [45, after],
  ]);
  // With further principal after it, and without.
  for (const advances of [loan.advances, null]) {
    const rest = advances
      ? after
      : replayLoan({ ...loan, advances }, receipt, { day: on(44) }).payoffCents;
    assert.ok(rest > 0);
    assert.deepEqual(findRepaymentDay({ ...loan, advances }), on(45));
  }
});

test('the due date is that of the extension, and the order of the payments does not matter', () => {
  const at = { day: on(70) };
  const balance = replayLoan(buildNewLoan(), receipt, at);
  assert.deepEqual(balance.rows.at(-1)?.due, on(120));
  assert.equal(balance.overdueCents, 0);
  const { payoffCents } = replayLoan(buildNewLoan(paid.toReversed()), receipt, at);
  assert.equal(payoffCents, balance.payoffCents);
});
