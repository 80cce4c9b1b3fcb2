/** Statements of amended loans: what becomes known after a year has closed is an adjustment of the next one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { Escrow } from '../escrow/escrow.ts';
import { buildLoan, simple } from '../testing/loans.ts';
import type { StatementLine } from './statement.ts';
import { buildStatementLine, computeClosing } from './statement.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const receipt = {
  ...{ date: null, method: null, reference: null, at: day('2026-11-01') },
  by: 'BORROWER',
} as const;
/** $900.50 at 18 %, simple, for a year. */
const running = (fields: Partial<Escrow> = {}): Escrow =>
  buildLoan({ ...simple, receipt, termDays: 365, status: 'LOAN_POSTED', ...fields });
const read = (loan: Escrow, year: number, now = day('2028-03-01')): StatementLine => {
  const line = buildStatementLine(loan, { accountId: loan.lenderId, year, now });
  assert.ok(line);
  return line;
};

const [from, late, inTime] = [day('2026-12-20'), day('2027-02-10'), day('2027-01-20')];
const terms = { from, rateBps: 2_400, termDays: 400, plan: bulletPlan };

/** Each changes the days of 2026 from 20 December on. */
const changes: [name: string, build: (knownAt: Date | null) => Partial<Escrow>][] = [
  ['new terms', (knownAt) => ({ changedTerms: [{ ...terms, knownAt }] })],
  ['a fee', (knownAt) => ({ agreedFees: [{ day: from, cents: 5_000, knownAt }] })],
  [
    'a waiver',
    (knownAt) => ({
      agreedFees: [{ day: day('2026-12-01'), cents: 5_000 }],
      waivers: [{ day: from, feesCents: 3_000, defaultInterestCents: 0, knownAt }],
    }),
  ],
  [
    'further principal',
    (knownAt) => ({
      advances: [{ id: 'p1', day: from, amountCents: 40_000, deemedAt: null, knownAt }],
    }),
  ],
];

for (const [name, build] of changes) {
  test(`after the closing, ${name} of a closed year changes nothing in it and adjusts the next one`, () => {
    const amended = running(build(late));
    const unknown = running(build(day('2030-01-01')));
    const known = running(build(inTime));
    assert.deepEqual(read(amended, 2026), read(unknown, 2026), 'the closed year');
    const before = computeClosing(2026);
    assert.deepEqual(read(amended, 2026, before), read(unknown, 2026, before));
    const difference = read(known, 2026).accruedCents - read(unknown, 2026).accruedCents;
    assert.notEqual(difference, 0);
    assert.equal(read(amended, 2027).adjustment.accruedCents, difference);
    assert.equal(read(amended, 2027).accruedCents, read(known, 2027).accruedCents);
    assert.equal(read(known, 2027).adjustment.accruedCents, 0);
    assert.equal(read(amended, 2028).adjustment.accruedCents, 0, 'once');
  });

  test(`${name} of a former release counts as known on the first day`, () => {
    assert.deepEqual(read(running(build(null)), 2026), read(running(build(from)), 2026));
  });
}

test('the principal and the rate of a closed year are those that were known', () => {
  const advances = [{ id: 'p1', day: from, amountCents: 40_000, deemedAt: null, knownAt: late }];
  const amended = running({ changedTerms: [{ ...terms, knownAt: late }], advances });
  const [closed, next] = [read(amended, 2026), read(amended, 2027)];
  assert.deepEqual([closed.principalCents, closed.rateBps], [90_050, 1_800]);
  assert.deepEqual([next.principalCents, next.rateBps], [130_050, 2_400]);
});
