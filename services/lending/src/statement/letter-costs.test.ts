/** A payoff letter corrected upwards is a cost in the borrower's statement and income in the old lender's. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRefinancedChanges } from '../escrow/transition/refinance/close-refinance.ts';
import { buildLoan, simple } from '../testing/loans.ts';
import { payoffLeg, replacement } from '../testing/refinanced-loans.ts';
import { buildPerformanceLine } from './performance-lines.ts';
import type { StatementLine } from './statement.ts';
import { buildStatementLine } from './statement.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const receipt = {
  ...{ date: null, method: null, reference: null, at: day('2026-11-01') },
  by: 'BORROWER',
} as const;
/** $900.50 at 18 %, simple: 44 cents a day. */
const [principalCents, interestCents] = [90_050, 1_776];
const closedAt = day('2027-01-05');

interface Paid {
  id: string;
  on: string;
  cents: number;
}

/** Closed with these payments, of which the first is that of the payoff. */
function readLines(paid: readonly Paid[], correctionCents: number, year = 2026) {
  const [first, ...others] = paid;
  assert.ok(first);
  const count = ({ id, on, cents }: Paid) => {
    return { id, day: day(on), amountCents: cents, deemedAt: null };
  };
  const letter = { at: day('2026-12-09'), correctionCents, reason: 'Costs', payeeVersion: null };
  const payoff = { ...payoffLeg, id: first.id, day: day(first.on), amountCents: first.cents };
  const loan = buildLoan({
    ...{ ...simple, receipt, termDays: 365, countedPayments: others.map(count) },
    replacement: { ...replacement, letter, payoff },
  });
  const ended = {
    ...{ ...loan, ...buildRefinancedChanges(loan), endedBy: 'REFINANCED' as const },
    ...{ status: 'FINALIZED_RETURN_TO_BORROWER' as const, finalizedAt: closedAt },
  };
  const answeredAt = new Map(paid.map(({ id, on }) => [id, day(on)]));
  const read = (accountId: string): StatementLine | undefined =>
    buildStatementLine(ended, { accountId, year, now: day('2028-03-01'), answeredAt });
  const earnedCents = buildPerformanceLine(ended, day('2028-03-01'))?.earnedCents;
  return { borrower: read(ended.borrowerId), lender: read(ended.lenderId), earnedCents };
}

const sumsOf = (line: StatementLine | undefined) => {
  assert.ok(line);
  const { payments, interestCents: interest, feesCents, accruedCents } = line;
  const paid = payments.reduce((sum, one) => sum + one.paidCents, 0);
  const principal = payments.reduce((sum, one) => sum + one.principalCents, 0);
  return { paid, principal, interest, feesCents, accruedCents };
};

/** 40 days after the receipt. */
const on = '2026-12-11';
const debtCents = principalCents + interestCents;

test('what the letter demands beyond the debt is a fee of both parties’ statements', () => {
  const { borrower, lender } = readLines([{ id: 'p1', on, cents: debtCents + 5_000 }], 5_000);
  const expected = {
    ...{ paid: debtCents + 5_000, principal: principalCents, interest: interestCents },
    ...{ feesCents: 5_000, accruedCents: interestCents + 5_000 },
  };
  assert.deepEqual(sumsOf(borrower), expected);
  assert.deepEqual(sumsOf(lender), expected);
  assert.deepEqual([borrower?.endedOn, lender?.outcome], [day(on), 'REPAID']);
});

test('a fee that two payments of different days bring counts once, on their days', () => {
  // $10 that are missing for a day bear a cent of interest.
  for (const [first, dayCents] of [
    [debtCents, 0],
    [debtCents + 2_000, 0],
    [debtCents - 1_000, 1],
  ] as const) {
    const rest = debtCents + 5_000 - first;
    const paid = [
      { id: 'p1', on, cents: first },
      { id: 'p2', on: '2026-12-12', cents: rest },
    ];
    const { borrower, earnedCents } = readLines(paid, 5_000);
    const { paid: total, principal, interest, feesCents, accruedCents } = sumsOf(borrower);
    assert.deepEqual([total, principal], [debtCents + 5_000, principalCents]);
    assert.deepEqual([interest, feesCents], [interestCents + dayCents, 5_000 - dayCents]);
    assert.equal(accruedCents, interest + feesCents);
    assert.equal(earnedCents, accruedCents, 'as in the performance of the lender');
  }
});

test('a payment beyond the corrected letter stays credit, and so does one of a letter corrected downwards', () => {
  const beyond = readLines([{ id: 'p1', on, cents: debtCents + 7_000 }], 5_000);
  assert.equal(sumsOf(beyond.lender).feesCents, 5_000);
  for (const correction of [0, -3_000]) {
    const { lender } = readLines([{ id: 'p1', on, cents: debtCents + 7_000 }], correction);
    assert.deepEqual(
      [sumsOf(lender).paid, sumsOf(lender).feesCents, sumsOf(lender).accruedCents],
      [debtCents, 0, interestCents],
    );
  }
});
