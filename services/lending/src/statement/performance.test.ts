/** A lender's performance: worked figures, who may read it, old loans, and its CSV. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { aprAllCostsPercent } from '@nameloan/loan-math/interest';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { buildLoan, claim, received, receivedAt } from '../testing/loans.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createPostedLoan,
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { sumPerformance } from './loan-performance.ts';
import { buildPerformanceLine } from './performance-lines.ts';
import { readPerformance } from './read-performance.ts';
import { computeRealisedYieldPercent } from './realised-yield.ts';
import { writePerformanceCsv } from './write-performance-csv.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(() => resetClock());
after(() => service.stop());

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const dayMs = 86_400_000;
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

const ended = (principalCents: number, days: number, gainCents: number) => ({
  principalCents,
  receivedOn: receivedAt,
  endedOn: addDays(receivedAt, days),
  gainCents,
});

test('the realised yield: worked vectors', () => {
  // 27.04 × 365 / (900.50 × 60) = 18.2668…
  assert.equal(computeRealisedYieldPercent([ended(90_050, 60, 2_704)]), 18.27);
  // (27.04 + 50) × 365 / (900.50 × 60 + 1,000 × 100) = 18.2559…
  const two = [ended(90_050, 60, 2_704), ended(100_000, 100, 5_000)];
  assert.equal(computeRealisedYieldPercent(two), 18.26);
  // A loss of all of 100 in a year, next to 900 that earned 90: (90 − 100) / 1,000 = −1 %.
  assert.equal(
    computeRealisedYieldPercent([ended(90_000, 365, 9_000), ended(10_000, 365, -10_000)]),
    -1,
  );
  // Half a hundredth is rounded away from zero: 0.05 × 365 / (1,000 × 365) = 0.005 %.
  assert.equal(computeRealisedYieldPercent([ended(100_000, 365, 5)]), 0.01);
  assert.equal(computeRealisedYieldPercent([ended(100_000, 365, -5)]), -0.01);
  assert.ok(Object.is(computeRealisedYieldPercent([ended(100_000, 365, -4)]), 0));
  // All of it in a day: −100 % × 365.
  assert.equal(computeRealisedYieldPercent([ended(100, 1, -100)]), -36_500);
  // Exact where floats are not: ten million, ten years, and one cent.
  assert.equal(computeRealisedYieldPercent([ended(1_000_000_000, 3_650, 1)]), 0);
  assert.equal(computeRealisedYieldPercent([]), null);
  assert.equal(computeRealisedYieldPercent([ended(90_050, 0, 0)]), null);
});

test('one repaid loan of up to a year yields the APR of its disclosure', () => {
  for (const [principal, days, interest] of [
    [90_050, 60, 2_704],
    [1_250_000, 90, 45_491],
    [100_000, 365, 10_516],
  ] as const)
    assert.equal(
      computeRealisedYieldPercent([ended(principal, days, interest)]),
      aprAllCostsPercent(principal, principal + interest, days),
    );
});

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

test('losses are the principal of taken domains; loans without a stated result count nowhere', () => {
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

test('the CSV has each loan and the totals; a loss stays a number, and formulas are escaped', async () => {
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
    'Total,,,OPEN,900.50,18,,,,,13.84,27.04,18.39,900.50,-579.66',
  ]);
});

const query = `{
  loanPerformance {
    openLoans outstanding weightedRate accruedInterest interestEarned undatedInterest repaidLoans seizedLoans
    principalLost realisedYieldPercent realisedYieldNote partialSince otherBorrowers
    borrowers { borrowerId name loans outstanding }
    months { month earned expected }
    seized { id amount discharged }
  }
}`;
const read = async (accountId: string) =>
  expectData(await service.as(accountId)(query)).loanPerformance;
const fetchCsv = (accountId: string | null) =>
  fetch(`${service.url}/performance/csv`, {
    headers: { [actorHeader]: signActor(testActor(accountId), testSecret) },
  });

test('a lender reads the own loans only, from the receipt on; the borrower and others see none of it', async () => {
  const loan = await createPostedLoan(service);
  const before = await read(loan.lenderId);
  assert.deepEqual([before.openLoans, before.weightedRate], [0, null]);
  expectData(await mutateLoan(loan.borrower, 'confirmReceipt', loan));
  const open = await read(loan.lenderId);
  assert.deepEqual([open.openLoans, open.outstanding, open.weightedRate], [1, 450_000, 1_500]);
  assert.deepEqual(open.borrowers, [
    { borrowerId: loan.borrowerId, name: 'Bea Borrower', loans: 1, outstanding: 450_000 },
  ]);
  // 4,500 × ((1 + 0.15/365)^60 − 1) = 112.3148…
  const expected = open.months.reduce(
    (total: number, { expected: one }: { expected: number }) => total + one,
    0,
  );
  assert.equal(expected, 11_231);
  for (const other of [loan.borrowerId, await createAccount(service, 'Otto')]) {
    const seen = await read(other);
    assert.deepEqual([seen.openLoans, seen.outstanding, seen.borrowers], [0, 0, []]);
    const lines = (await (await fetchCsv(other)).text()).trimEnd().split('\r\n');
    assert.equal(lines.length, 2);
  }
  assert.equal((await service.as(null)(query)).code, 'UNAUTHENTICATED');
  assert.equal((await fetchCsv(null)).status, 401);
  const mine = await fetchCsv(loan.lenderId);
  assert.match(mine.headers.get('content-disposition') ?? '', /nameloan-performance\.csv/);
  assert.match(mine.headers.get('cache-control') ?? '', /private, no-store/);
  assert.match(await mine.text(), new RegExp(`\\r\\n${loan.id},.*,RUNNING,4500\\.00,15,`));
});

test('a repaid loan earns and a surrendered one loses, as the statements say', async () => {
  const back = await createReceivedLoan(service);
  moveClock(30 * dayMs);
  expectData(await mutateLoan(back.lender, 'finalize', back));
  const won = await read(back.lenderId);
  assert.deepEqual([won.repaidLoans, won.interestEarned, won.openLoans], [1, 5_581, 0]);
  assert.equal(won.months[11].earned, 5_581);
  assert.equal(won.realisedYieldPercent, 15.09);
  resetClock();
  const lost = await createReceivedLoan(service);
  moveClock(30 * dayMs);
  expectData(
    await mutateLoan(lost.borrower, 'finalize', { ...lost, more: ', outcome: SURRENDER' }),
  );
  const after = await read(lost.lenderId);
  assert.deepEqual([after.seizedLoans, after.principalLost], [1, 450_000]);
  assert.deepEqual(after.seized, [{ id: lost.id, amount: 450_000, discharged: 455_581 }]);
});

test('beyond the bound only the newest loans count, and it says since when', async () => {
  const { id, lenderId } = await createAcceptedLoan(service);
  const { id: _, ...one } = await escrows.get(id);
  const stored = Array.from({ length: 60 }, (_none, index) => ({
    ...one,
    ...received,
    _id: newId(),
    offerId: newId(),
    status: 'LOAN_POSTED',
    amountCents: 100_000,
    createdAt: addDays(receivedAt, index),
  }));
  await escrows.raw.insertMany(stored);
  const whole = await readPerformance({ kind: 'account', accountId: lenderId } as never);
  assert.deepEqual([whole.performance.openLoans, whole.performance.partialSince], [60, null]);
  const { performance } = await readPerformance(
    { kind: 'account', accountId: lenderId } as never,
    50,
  );
  assert.equal(performance.outstandingCents, 50 * 100_000);
  assert.deepEqual(performance.partialSince, addDays(receivedAt, 10));
});
