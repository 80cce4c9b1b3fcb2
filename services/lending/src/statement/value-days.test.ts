/** Statements by value day: interest and accrual by year, late answers as adjustments, closed years that never change. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { buildLoan, simple } from '../testing/loans.ts';
import type { StatementLine } from './statement.ts';
import { buildStatementLine, computeClosing, sumLines } from './statement.ts';
import { writeCsv } from './write-csv.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const [receivedAt, partDay] = [day('2026-11-01'), day('2026-12-01')];
const part = { id: 'p1', day: partDay, amountCents: 10_000, deemedAt: null };
const receipt = {
  date: null,
  method: null,
  reference: null,
  at: receivedAt,
  by: 'BORROWER',
} as const;
/** $900.50 at 18 %, simple. */
const running = (fields: Partial<Escrow> = {}) =>
  buildLoan({ ...simple, receipt, status: 'LOAN_POSTED', countedPayments: [part], ...fields });
const repaid = (fields: Partial<Escrow> = {}) =>
  running({
    status: 'FINALIZED_RETURN_TO_BORROWER',
    repaidOn: day('2027-02-01'),
    finalPayoffCents: 83_871,
    finalizedAt: day('2027-02-02'),
    ...fields,
  });

interface Reading {
  now?: Date;
  answered?: Date;
}

const read = (
  loan: Escrow,
  year: number,
  { now = day('2035-01-01'), answered = partDay }: Reading = {},
): StatementLine | undefined => {
  const answeredAt = new Map((loan.countedPayments ?? []).map(({ id }) => [id, answered]));
  return buildStatementLine(loan, { accountId: loan.lenderId, year, now, answeredAt });
};
const figures = (line: StatementLine | undefined) =>
  line && [line.outcome, line.interestCents, line.accruedCents, line.adjustment.interestCents];

test('interest counts in the year of its value day, and accrues in the year of its days', () => {
  const loan = repaid();
  // 30 days of 900.50 are 13.32, so 813.82 is left, with 24.89 over 62 days; 12.44 of it in December.
  assert.deepEqual(figures(read(loan, 2026)), ['RUNNING', 1_332, 2_576, 0]);
  assert.deepEqual(figures(read(loan, 2027)), ['REPAID', 2_489, 1_245, 0]);
  assert.equal(read(loan, 2028), undefined);
  const splits = [2026, 2027].flatMap((year) => read(loan, year)?.payments ?? []);
  assert.deepEqual(
    splits.map(({ paidCents, interestCents, principalCents }) => [
      paidCents,
      interestCents,
      principalCents,
    ]),
    [
      [10_000, 1_332, 8_668],
      [83_871, 2_489, 81_382],
    ],
  );
});

test('a statement has the rate of the last day of its year, whatever is agreed later', () => {
  const from = day('2027-01-01');
  const changedTerms = [{ from, rateBps: 1_400, termDays: 400, plan: bulletPlan }];
  const before = running();
  const amended = running({ changedTerms });
  const now = day('2027-01-20');
  assert.deepEqual(read(amended, 2026), read(before, 2026));
  assert.deepEqual(read(amended, 2026, { now }), read(before, 2026, { now }));
  assert.equal(read(amended, 2026)?.rateBps, 1_800);
  assert.equal(read(amended, 2027, { now })?.rateBps, 1_400);
});

test('the accrued amounts include the fees, and the statement says so', async () => {
  const line = read(running({ agreedFees: [{ day: day('2026-12-31'), cents: 5_000 }] }), 2026);
  assert.equal(line?.accruedCents, (read(running(), 2026)?.accruedCents ?? 0) + 5_000);
  const lines = line ? [line] : [];
  const statement = { year: 2026, name: 'Ada', madeAt: day('2027-03-01'), lines };
  const csv = await writeCsv({ ...statement, sums: sumLines(lines) });
  assert.match(csv, /,accrued_with_fees_earned,accrued_with_fees_owed,/);
});

test('the current year accrues until today', () => {
  const now = day('2026-12-31');
  assert.deepEqual(figures(read(running(), 2026, { now })), ['RUNNING', 1_332, 1_332 + 1_204, 0]);
});

test('fees, waivers and late fees of 1 January accrue in the year that they begin', () => {
  const [before, on] = [day('2026-12-31'), day('2027-01-01')];
  const accrued = (fields: Partial<Escrow>) =>
    [2026, 2027].map((year) => read(running(fields), year)?.accruedCents ?? 0);
  const [first = 0, second = 0] = accrued({});
  const fee = (at: Date) => accrued({ agreedFees: [{ day: at, cents: 5_000 }] });
  assert.deepEqual(fee(before), [first + 5_000, second]);
  assert.deepEqual(fee(on), [first, second + 5_000]);
  // Due on 25 December, 7 days before the fee.
  const late = { termDays: 54, plan: { ...bulletPlan, lateFeeBps: 500 } };
  const [unchanged, grown = 0] = accrued(late);
  assert.equal(unchanged, first);
  assert.ok(grown > second + 4_000);
  const waivers = [{ day: on, feesCents: 1_000, defaultInterestCents: 0 }];
  assert.deepEqual(accrued({ ...late, waivers }), [first, grown - 1_000]);
});

test('a payment that is confirmed after the closing leaves the statement of its year, and adjusts the next one', async () => {
  const late = { answered: day('2027-03-05') };
  const closed = ['RUNNING', 0, 2_709, 0];
  for (const now of [day('2027-01-31'), day('2027-03-04'), day('2028-06-01')])
    assert.deepEqual(figures(read(running(), 2026, { ...late, now })), closed);
  const line = read(running(), 2027, { ...late, now: day('2028-06-01') });
  assert.deepEqual(line?.adjustment, { interestCents: 1_332, accruedCents: 2_576 - 2_709 });
  assert.deepEqual(
    line?.payments.map((payment) => [payment.day, payment.interestCents]),
    [[partDay, 1_332]],
  );
  const lines = line ? [line] : [];
  const statement = {
    year: 2027,
    name: 'Len',
    madeAt: day('2028-06-01'),
    lines,
    sums: sumLines(lines),
  };
  const [, row, payment, total] = (await writeCsv(statement)).split('\r\n');
  assert.match(
    row ?? '',
    /,RUNNING,0\.00,0\.00,0\.00,0\.00,146\.49,0\.00,13\.32,0\.00,-1\.33,0\.00,,,,,,,,,,$/,
  );
  assert.match(payment ?? '', /,PAYMENT,.*,2026-12-01,100\.00,0\.00,13\.32,86\.68,,,,,$/);
  assert.match(total ?? '', /^Total,.*,13\.32,0\.00,/);
});

test('a payment that is confirmed before the closing counts in its year', () => {
  const answered = day('2027-01-20');
  assert.deepEqual(figures(read(running(), 2026, { answered })), ['RUNNING', 1_332, 2_576, 0]);
  assert.equal(read(running(), 2027, { answered })?.adjustment.interestCents, 0);
});

test('an end that becomes known after the closing is in the next statement, with what it discharged', () => {
  const known = {
    repaidOn: day('2026-12-20'),
    finalPayoffCents: 82_145,
    finalizedAt: day('2027-02-10'),
  };
  const loan = repaid(known);
  assert.deepEqual(figures(read(loan, 2026)), ['RUNNING', 1_332, 2_576, 0]);
  const next = read(loan, 2027);
  assert.deepEqual(figures(next), ['REPAID', 0, 0, 763]);
  assert.deepEqual([next?.endedOn, next?.adjustment.accruedCents], [known.repaidOn, 2_095 - 2_576]);
});

test('with compounding, payments count for the principal first', () => {
  const second = { id: 'p2', day: day('2027-01-10'), amountCents: 81_000, deemedAt: null };
  const loan = buildLoan({
    ...{ receipt, status: 'LOAN_POSTED', countedPayments: [part, second] },
  });
  assert.deepEqual(
    [2026, 2027].map((year) => read(loan, year)?.interestCents),
    [0, 950],
  );
});

/** Deterministic, so that a failure can be repeated. */
function createRandom(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

test('whatever the order and delay of answers, statements add up to what was paid, and closed ones never change', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = createRandom(seed);
    const answeredAt = new Map<string, Date>();
    const countedPayments = Array.from({ length: random(6) }, (_, index) => {
      const on = addDays(receivedAt, random(900));
      answeredAt.set(`p${index}`, addDays(on, random(500)));
      return { id: `p${index}`, day: on, amountCents: 100 + random(15_000), deemedAt: null };
    });
    const last = [...answeredAt.values()].reduce(
      (one, other) => (one > other ? one : other),
      receivedAt,
    );
    const repaidOn = addDays(receivedAt, 900 + random(200));
    const finalizedAt = addDays(last > repaidOn ? last : repaidOn, random(400));
    const owing = running({ countedPayments });
    const { payoffCents } = replayLoan(owing, receipt, { day: repaidOn });
    const end = { repaidOn, finalPayoffCents: payoffCents, finalizedAt };
    const loan = repaid({ countedPayments, ...end });
    const paid = countedPayments.reduce((sum, { amountCents }) => sum + amountCents, payoffCents);
    const interest = paid - loan.amountCents;
    const years = Array.from({ length: 8 }, (_, index) => 2026 + index);
    const build = (year: number, now: Date) =>
      buildStatementLine(loan, { accountId: loan.lenderId, year, now, answeredAt });
    const lines = years.flatMap((year) => build(year, day('2040-01-01')) ?? []);
    const total = (amount: (line: StatementLine) => number) =>
      lines.reduce((sum, line) => sum + amount(line), 0);
    const credit = replayLoan(owing, receipt, { day: repaidOn }).creditCents;
    const what = `seed ${seed}`;
    assert.equal(
      total((line) => line.interestCents + line.adjustment.interestCents),
      interest - credit,
      what,
    );
    assert.equal(
      total((line) => line.accruedCents + line.adjustment.accruedCents),
      interest - credit,
      what,
    );
    assert.equal(
      lines.flatMap(({ payments }) => payments).length,
      countedPayments.length + (payoffCents > 0 ? 1 : 0),
      what,
    );
    for (const year of years)
      assert.deepEqual(build(year, computeClosing(year)), build(year, day('2040-01-01')), what);
  }
});

test('a statement of more rows than a turn writes is one table', async () => {
  const line = read(running(), 2026);
  assert.ok(line);
  const lines = Array.from({ length: 1_300 }, () => line);
  const statement = {
    year: 2026,
    name: 'Len',
    madeAt: day('2028-06-01'),
    lines,
    sums: sumLines(lines),
  };
  const rows = (await writeCsv(statement)).trimEnd().split('\r\n');
  assert.equal(rows.length, 1 + 2 * 1_300 + 1);
  assert.equal(rows.filter((row) => row.startsWith('loan,') || row.startsWith('\uFEFF')).length, 1);
});
