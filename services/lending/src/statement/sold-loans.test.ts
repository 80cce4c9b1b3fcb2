/** Statements of a loan that was sold: the day of the sale divides its interest between both lenders. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../escrow/escrow.ts';
import type { ClosedSale } from '../loan/assignment/assignment.ts';
import { buildLoan, simple } from '../testing/loans.ts';
import { buildPerformanceLine } from './performance-lines.ts';
import { buildStatementLine, sumLines } from './statement.ts';
import { writeCsv } from './write-csv.ts';

const start = new Date('2026-03-01T00:00:00.000Z');
const [saleDay, end] = [addDays(start, 40), addDays(start, 90)];
const receipt = {
  ...{ date: null, method: null, reference: null, at: start },
  by: 'BORROWER',
} as const;
const sale: ClosedSale = {
  ...{ id: 'sale1', sellerId: 's1', sellerName: 'Sam Seller', buyerId: 'l1', day: saleDay },
  ...{ priceCents: 990_000, owedCents: 1_013_151, closedAt: addDays(saleDay, 1) },
  ...{ counted: 0, payee: null },
};
/** $10,000 at 12 %, sold on day 40, repaid on day 90. */
const loan = (fields: Partial<Escrow> = {}) =>
  buildLoan({
    ...{ ...simple, receipt, amountCents: 1_000_000, rateBps: 1_200, termDays: 90 },
    ...{ status: 'FINALIZED_RETURN_TO_BORROWER', repaidOn: end, finalPayoffCents: 1_029_589 },
    ...{ finalizedAt: addDays(end, 1), sales: [sale] },
    ...fields,
  });
const read = (record: Escrow, accountId: string, now = new Date('2030-01-01')) =>
  buildStatementLine(record, { accountId, year: 2026, now });

test('A: sold on day 40 and paid on day 90, the seller has 131.51 of 295.89 and the buyer 164.38', () => {
  const [seller, buyer] = [read(loan(), 's1'), read(loan(), 'l1')];
  assert.deepEqual(
    [seller?.accruedCents, seller?.interestCents, seller?.outcome, seller?.endedOn],
    [13_151, 13_151, 'SOLD', saleDay],
  );
  assert.deepEqual(
    [buyer?.accruedCents, buyer?.interestCents, buyer?.outcome],
    [16_438, 16_438, 'REPAID'],
  );
  const whole = read(loan({ sales: null }), 'l1');
  assert.deepEqual([whole?.accruedCents, whole?.interestCents], [29_589, 29_589]);
});

test('the price is a line of both: what it differs by from the debt is the one’s loss and the other’s gain', async () => {
  const [seller, buyer] = [read(loan(), 's1'), read(loan(), 'l1')];
  assert.deepEqual(
    [seller, buyer].map((line) => line?.sales.map(({ kind, gainCents }) => [kind, gainCents])),
    [[['SOLD', -23_151]], [['BOUGHT', 23_151]]],
  );
  const lines = seller ? [seller] : [];
  const csv = await writeCsv({
    ...{ year: 2026, name: 'Sam', madeAt: end, lines, sums: sumLines(lines) },
  });
  assert.match(csv, /SALE,.*SOLD,2026-04-10,9900\.00,10131\.51,-231\.51/);
});

test('a part payment before the sale is the seller’s, and one after it the buyer’s', () => {
  const payments = [
    { id: 'p1', day: addDays(start, 20), amountCents: 100_000, deemedAt: null },
    { id: 'p2', day: addDays(start, 60), amountCents: 100_000, deemedAt: null },
  ];
  const open = loan({
    ...{ status: 'LOAN_POSTED', repaidOn: null, finalPayoffCents: null, finalizedAt: null },
    countedPayments: payments,
  });
  const lines = [read(open, 's1'), read(open, 'l1')];
  const whole = read({ ...open, sales: null }, 'l1');
  const sum = (key: 'interestCents' | 'accruedCents') =>
    lines.reduce((total, line) => total + (line?.[key] ?? 0), 0);
  assert.equal(sum('accruedCents'), whole?.accruedCents);
  assert.equal(sum('interestCents'), whole?.interestCents);
  assert.deepEqual(
    lines.map((line) => line?.payments.map(({ day }) => day)),
    [[addDays(start, 20), saleDay], [addDays(start, 60)]],
  );
});

test('the borrower’s statement is the one of a loan that was not sold', () => {
  const { sales, ...unsold } = read(loan(), 'b1') ?? assert.fail('no line');
  assert.deepEqual({ ...unsold, sales }, read(loan({ sales: null }), 'b1'));
});

test('the results of a buyer have the days and the interest since the sale', () => {
  const now = new Date('2030-01-01');
  const line = buildPerformanceLine(loan(), now) ?? assert.fail('no line');
  const whole = buildPerformanceLine(loan({ sales: null }), now) ?? assert.fail('no line');
  assert.deepEqual([whole.earnedCents, whole.days], [29_589, 90]);
  assert.deepEqual([line.earnedCents, line.days, line.principalDays], [16_438, 50, 50_000_000n]);
});
