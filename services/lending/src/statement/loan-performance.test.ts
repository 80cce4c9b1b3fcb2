/** A lender's performance: worked figures of months, exposure and losses, also of old loans, and its CSV. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Escrow } from '../escrow/escrow.ts';
import { buildLoan, claim, received, simple } from '../testing/loans.ts';
import { sumPerformance } from './loan-performance.ts';
import { buildPerformanceLine } from './performance-lines.ts';
import { writePerformanceCsv } from './write-performance-csv.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
/** 900.50 at 18 %, received on 10 March 2026 and due on 9 May with 27.04. */
const loan = (fields: Partial<Escrow>) => buildLoan({ ...received, ...fields });
const running = (fields: Partial<Escrow> = {}) => loan({ status: 'LOAN_POSTED', ...fields });
const repaid = (on: string, fields: Partial<Escrow> = {}) =>
  loan({
    status: 'FINALIZED_RETURN_TO_BORROWER',
    finalPayoffCents: 92_754,
    repaidOn: day(on),
    finalizedAt: day(on),
    ...fields,
  });
const seized = (on: string, fields: Partial<Escrow> = {}) =>
  loan({ status: 'FINALIZED_LENDER_SEIZURE', finalizedAt: day(on), ...fields });

const asOf = new Date('2026-04-20T12:00:00.000Z');
const reportOf = (loans: readonly Escrow[], now = asOf) => {
  const lines = loans.flatMap((one) => buildPerformanceLine(one, now) ?? []);
  const performance = sumPerformance(lines, { asOf: now, partialSince: null, undecidedLoans: 0 });
  return { lines, performance };
};
const performanceOf = (loans: readonly Escrow[], now = asOf) => reportOf(loans, now).performance;

test('interest counts in the month of the repayment, expected interest in the month of the due date', () => {
  const performance = performanceOf([
    running(),
    running({ id: 'e2', dueAt: new Date('2026-05-31T23:59:59.999Z') }),
    repaid('2026-03-31', { id: 'e3' }),
    repaid('2026-04-01', { id: 'e4' }),
    repaid('2025-04-30', { id: 'e5', finalPayoffCents: 90_150 }),
    running({ id: 'e6', dueAt: day('2027-05-01') }),
  ]);
  const months = performance.months.map(({ month, ...amounts }) => ({
    month: month.toISOString().slice(0, 10),
    ...amounts,
  }));
  assert.equal(months.length, 24);
  assert.deepEqual([months[0]?.month, months[23]?.month], ['2025-05-01', '2027-04-01']);
  assert.deepEqual(
    months.filter(({ earnedCents, expectedCents }) => earnedCents + expectedCents > 0),
    [
      { month: '2026-03-01', earnedCents: 2_704, expectedCents: 0 },
      { month: '2026-04-01', earnedCents: 2_704, expectedCents: 0 },
      // 27.04 and, for 82 days, 900.50 × ((1 + 0.18/365)^82 − 1) = 37.1516…
      { month: '2026-05-01', earnedCents: 0, expectedCents: 2_704 + 3_715 },
    ],
  );
  assert.equal(performance.earnedBeforeCents, 100);
  // 417 days: 900.50 × ((1 + 0.18/365)^417 − 1) = 205.5421…
  assert.equal(performance.expectedLaterCents, 20_554);
  assert.equal(performance.earnedCents, 100 + 2 * 2_704);
  assert.equal(performance.undatedCents, 0);
});

test('a loan that is late, claimed or disputed is expected in no month; its interest is accrued only', () => {
  const late = new Date('2026-07-01T12:00:00.000Z');
  const escalation = { at: asOf, by: 'LENDER', reason: null, evidence: null } as const;
  const { lines, performance } = reportOf(
    [
      running(),
      running({ id: 'e2', claim }),
      loan({ id: 'e3', status: 'ESCALATED', escalation, claim }),
    ],
    late,
  );
  assert.deepEqual(
    lines.map(({ state, accruedCents, expectedCents }) => [state, accruedCents, expectedCents]),
    [
      // 113 days: 952.09, and 22 days to the claimed 1 April: 910.32.
      ['PAST_DUE', 5_159, 0],
      ['CLAIMED', 982, 0],
      ['DISPUTED', 982, 0],
    ],
  );
  assert.equal(performance.undatedCents, 5_159 + 2 * 982);
  assert.equal(performance.accruedCents, performance.undatedCents);
  assert.ok(performance.months.every(({ expectedCents }) => expectedCents === 0));
});

test('the weighted rate and the exposure are by principal, and small borrowers are one sum', () => {
  const others = Array.from({ length: 12 }, (_, index) =>
    running({ id: `o${index}`, borrowerId: `b${index + 10}`, amountCents: 10_000 + index }),
  );
  const performance = performanceOf([
    running({ amountCents: 300_000, rateBps: 1_000, borrowerName: 'Bea B. Borrower' }),
    running({ id: 'e2', amountCents: 100_000, rateBps: 2_001 }),
    ...others.map((one) => ({ ...one, rateBps: 1_250 })),
  ]);
  // (300,000 × 1,000 + 100,000 × 2,001 + 120,066 × 1,250) / 520,066 = 1,250.19…
  assert.equal(performance.weightedRateBps, 1_250);
  // (300,000 × 1,000 + 300,000 × 1,001) / 600,000 = 1,000.5
  const halves = [1_000, 1_001].map((rateBps, index) =>
    running({ id: `h${index}`, amountCents: 300_000, rateBps }),
  );
  assert.equal(performanceOf(halves).weightedRateBps, 1_001, 'half up');
  assert.equal(performance.outstandingCents, 520_066);
  assert.deepEqual(performance.borrowers[0], {
    borrowerId: 'b1',
    name: 'Bea B. Borrower',
    loans: 2,
    outstandingCents: 400_000,
  });
  assert.deepEqual(
    performance.borrowers.slice(1).map(({ outstandingCents }) => outstandingCents),
    [10_011, 10_010, 10_009, 10_008, 10_007, 10_006, 10_005, 10_004, 10_003],
  );
  assert.deepEqual(performance.otherBorrowers, {
    borrowers: 3,
    loans: 3,
    outstandingCents: 30_003,
  });
});

test('losses are the principal of seized domains; loans without a stated result count nowhere', () => {
  const performance = performanceOf([
    repaid('2026-05-09'),
    // Old records have no discharged amount.
    seized('2026-05-09', { id: 'e2', dischargedCents: null }),
    seized('2026-05-09', { id: 'e3', receipt: null }),
    repaid('2026-05-09', { id: 'e4', finalPayoffCents: null }),
    loan({ id: 'e5', status: 'FINALIZED_PLATFORM_SEZIURE', finalizedAt: asOf }),
    loan({ id: 'e6', status: 'CANCELLED' }),
    buildLoan({ id: 'e7', status: 'LOAN_POSTED' }),
  ]);
  assert.deepEqual(
    [performance.repaidLoans, performance.seizedLoans, performance.openLoans],
    [1, 1, 0],
  );
  assert.equal(performance.lostCents, 90_050);
  // (27.04 − 900.50) × 365 / (2 × 900.50 × 60) = −295.03…
  assert.equal(performance.realisedYieldPercent, -295.03);
  assert.equal(performance.weightedRateBps, null);
  const none = performanceOf([running()]);
  assert.deepEqual(
    [none.realisedYieldPercent, none.realisedYieldNote],
    [null, 'No loan has ended yet.'],
  );
  const short = performanceOf([repaid('2026-03-10', { finalPayoffCents: 90_050 })]);
  assert.deepEqual(
    [short.realisedYieldPercent, short.realisedYieldNote],
    [null, 'No loan ran for a whole day.'],
  );
});

test('the yield counts the principal that part payments left, from their days', () => {
  const counted = (on: string, amountCents: number) => ({
    ...{ id: on, day: day(on), amountCents, deemedAt: null },
  });
  // 1,000 for 20 days; 500 of it paid on 30 March with compounding, so 500 for 40 days until 9 May.
  const parts = { amountCents: 100_000, countedPayments: [counted('2026-03-30', 50_000)] };
  // (500 + 520 − 1,000) × 365 / (1,000 × 20 + 500 × 40) = 7,300 / 40,000 = 18.25 %.
  const compound = performanceOf([repaid('2026-05-09', { ...parts, finalPayoffCents: 52_000 })]);
  assert.equal(compound.realisedYieldPercent, 18.25);
  // Simple: 510 pays 1,000 × 18.25 % × 20 / 365 = 10 of interest and 500 of principal.
  const simpleLoan = {
    ...{ ...simple, amountCents: 100_000, rateBps: 1_825 },
    countedPayments: [counted('2026-03-30', 51_000)],
  };
  // Then 500 × 18.25 % × 40 / 365 = 10.00: 20 of interest × 365 / 40,000 is the rate.
  const even = performanceOf([repaid('2026-05-09', { ...simpleLoan, finalPayoffCents: 51_000 })]);
  assert.equal(even.realisedYieldPercent, 18.25);
  // Seized: (10 − 500) × 365 / 40,000 = −447.125 %, half away from zero.
  const lost = performanceOf([seized('2026-05-09', simpleLoan)]);
  assert.equal(lost.realisedYieldPercent, -447.13);
});

test('a domain that the platform released to the lender is a loss at that moment; to the borrower, nothing', () => {
  const held = (heldRelease: Escrow['heldRelease'], id: string) =>
    loan({ id, status: 'FINALIZED_PLATFORM_SEZIURE', finalizedAt: day('2026-04-01'), heldRelease });
  const release = { at: day('2026-05-09'), by: 'Olga Operator' };
  const { lines, performance } = reportOf([
    held(null, 'e1'),
    held({ ...release, to: 'BORROWER' }, 'e2'),
    held({ ...release, to: 'LENDER' }, 'e3'),
  ]);
  assert.deepEqual(
    lines.map(({ escrowId, state, endedOn, days }) => ({ escrowId, state, endedOn, days })),
    [{ escrowId: 'e3', state: 'SEIZED', endedOn: release.at, days: 60 }],
  );
  assert.deepEqual([performance.seizedLoans, performance.lostCents], [1, 90_050]);
});

test('the CSV has each loan, the open ones and sums of columns; a loss stays a number, and formulas are escaped', async () => {
  const loans = [
    running({ borrowerName: '=SUM(A1)' }),
    repaid('2026-04-10', { id: 'e2', finalPayoffCents: 91_434 }),
    seized('2026-04-10', { id: 'e3' }),
  ];
  const csv = await writePerformanceCsv(reportOf(loans));
  assert.equal(csv[0], '\uFEFF');
  assert.deepEqual(csv.slice(1).trimEnd().split('\r\n'), [
    'loan,domain,borrower,state,principal,rate_percent,received_on,due_on,ended_on,days,interest_earned,interest_expected,interest_accrued,principal_lost,realised_yield_percent',
    "escrow1,harborline.com,'=SUM(A1),RUNNING,900.50,18,2026-03-10,2026-05-09,,41,0.00,27.04,18.39,0.00,",
    'e2,harborline.com,Bea Borrower,REPAID,900.50,18,2026-03-10,2026-05-09,2026-04-10,31,13.84,0.00,0.00,0.00,',
    'e3,harborline.com,Bea Borrower,SEIZED,900.50,18,2026-03-10,2026-05-09,2026-04-10,31,0.00,0.00,0.00,900.50,',
    'Open loans,,,,900.50,18,,,,,,,,,',
    'Total,,,,2701.50,,,,,,13.84,27.04,18.39,900.50,-579.66',
  ]);
  const ended = await writePerformanceCsv(reportOf([repaid('2026-04-10')]));
  assert.match(ended, /\r\nOpen loans,,,,0\.00,,/);
});
