/** A lender's performance through the API: its caller's only, in agreement with the statements, and bounded. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { addDays, daysBetween } from '@nameloan/loan-math/calendar-day';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { createDisputedLoan } from '../testing/disputes.ts';
import { received, receivedAt } from '../testing/loans.ts';
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
import { listSeizedLoans, readPerformance } from './read-performance.ts';
import { SharedResults } from './shared-results.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(() => resetClock());
after(() => service.stop());

const dayMs = 86_400_000;

const query = `{
  loanPerformance {
    openLoans outstanding weightedRate accruedInterest interestEarned undatedInterest repaidLoans seizedLoans
    principalLost realisedYieldPercent realisedYieldNote partialSince otherBorrowers
    borrowers { borrowerId name loans outstanding }
    months { month earned expected }
    seized { id amount discharged seizedAt finalizedAt }
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
  // 4,500 × 0.15 × 60 / 365 = 110.9589…
  const expected = open.months.reduce(
    (total: number, { expected: one }: { expected: number }) => total + one,
    0,
  );
  assert.equal(expected, 11_096);
  for (const other of [loan.borrowerId, await createAccount(service, 'Otto')]) {
    const seen = await read(other);
    assert.deepEqual([seen.openLoans, seen.outstanding, seen.borrowers], [0, 0, []]);
    const lines = (await (await fetchCsv(other)).text()).trimEnd().split('\r\n');
    assert.equal(lines.length, 3);
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
  assert.deepEqual([won.repaidLoans, won.interestEarned, won.openLoans], [1, 5_548, 0]);
  assert.equal(won.months[11].earned, 5_548);
  assert.equal(won.realisedYieldPercent, 15);
  resetClock();
  const lost = await createReceivedLoan(service);
  moveClock(30 * dayMs);
  expectData(
    await mutateLoan(lost.borrower, 'finalize', { ...lost, more: ', outcome: SURRENDER' }),
  );
  const after = await read(lost.lenderId);
  assert.deepEqual([after.seizedLoans, after.principalLost], [1, 450_000]);
  const [{ seizedAt, finalizedAt, ...seized }] = after.seized;
  assert.deepEqual(seized, { id: lost.id, amount: 450_000, discharged: 455_548 });
  assert.equal(seizedAt, finalizedAt);
});

test('a loan that was decided for the platform is undecided until its domain is released to the lender', async () => {
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  const query = '{ loanPerformance { undecidedLoans seizedLoans seized { id seizedAt } } }';
  for (const to of ['LENDER', 'BORROWER']) {
    const { id, lender } = await createDisputedLoan(service);
    const more = ', outcome: PLATFORM, reason: "Fraud on both sides."';
    expectData(await mutateLoan(operator, 'resolveDispute', { id, more }));
    await service.settle();
    const undecided = { undecidedLoans: 1, seizedLoans: 0, seized: [] };
    assert.deepEqual(expectData(await lender(query)).loanPerformance, undecided);
    moveClock(9 * dayMs);
    expectData(await mutateLoan(operator, 'releaseHeld', { id, more: `, to: ${to}` }));
    const { finalizedAt, heldRelease } = await escrows.get(id);
    const seizedAt = heldRelease?.at.toISOString();
    assert.equal(daysBetween(finalizedAt ?? new Date(), heldRelease?.at ?? new Date()), 9);
    assert.deepEqual(
      expectData(await lender(query)).loanPerformance,
      to === 'LENDER'
        ? { undecidedLoans: 0, seizedLoans: 1, seized: [{ id, seizedAt }] }
        : undecided,
    );
    resetClock();
  }
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

test('the seized loans that are listed are the newest of those that count', async () => {
  const { id, lenderId } = await createAcceptedLoan(service);
  const { id: _, ...one } = await escrows.get(id);
  const stored = Array.from({ length: 26 }, (_none, index) => ({
    ...one,
    ...received,
    _id: newId(),
    offerId: newId(),
    status: 'FINALIZED_LENDER_SEIZURE',
    finalizedAt: addDays(receivedAt, 30),
    createdAt: addDays(receivedAt, -index),
  }));
  await escrows.raw.insertMany(stored);
  const actor = { kind: 'account', accountId: lenderId } as never;
  const listed = async (limit: number) => {
    const { performance } = await readPerformance(actor, limit);
    const found = await listSeizedLoans(performance, ['amountCents']);
    return [performance.seizedLoans, found.map((loan) => loan.id)];
  };
  const ids = stored.map(({ _id }) => _id);
  assert.deepEqual(await listed(3), [3, ids.slice(0, 3)]);
  assert.deepEqual(await listed(100), [26, ids.slice(0, 20)]);
});

test('calls share one result until a loan changes or time passes', async () => {
  const loan = await createReceivedLoan(service);
  const actor = { kind: 'account', accountId: loan.lenderId } as never;
  const [one, other] = await Promise.all([readPerformance(actor), readPerformance(actor)]);
  assert.equal(one, other);
  assert.equal(await readPerformance(actor), one);
  moveClock(31_000);
  const later = await readPerformance(actor);
  assert.notEqual(later, one);
  assert.equal(await readPerformance(actor), later);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  assert.equal((await readPerformance(actor)).performance.openLoans, 0);
  const borrower = await readPerformance({ kind: 'account', accountId: loan.borrowerId } as never);
  assert.notEqual(borrower, await readPerformance(actor));
});

test('a failed computation is not kept, and the number of kept results is bounded', async () => {
  const results = new SharedResults<string>();
  const failing = results.share({ key: 'a', stamp: '1' }, () => Promise.reject(new Error('down')));
  await assert.rejects(failing, /down/);
  const compute = async () => newId();
  const first = await results.share({ key: 'a', stamp: '1' }, compute);
  assert.equal(await results.share({ key: 'a', stamp: '1' }, compute), first);
  for (let index = 0; index < 21; index++)
    await results.share({ key: `b${index}`, stamp: '1' }, compute);
  assert.notEqual(await results.share({ key: 'a', stamp: '1' }, compute), first);
});
