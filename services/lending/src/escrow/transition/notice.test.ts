/** The notice of default: sent once, on the due date, only while it applies; then grace and seizure. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import { passDays } from '../../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../../testing/start-lending.ts';
import { runTimedTransition } from './run-timed-transition.ts';

const day = 86_400_000;
let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

const pass = (days: number) => passDays(service, days);
const read = async (loan: TestLoan) => expectData(await readEscrow(loan.lender, loan.id)).escrow;
const notices = (loan: TestLoan) =>
  listEventsAbout(service, 'lending.escrow.moved', { escrowId: loan.id, move: 'SEND_NOTICE' })
    .length;

test('the notice is sent once on the due date; seven days after its receipt the lender may seize', async () => {
  const loan = await createReceivedLoan(service);
  const seize = () =>
    mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' });
  await pass(59);
  assert.deepEqual([notices(loan), (await read(loan)).stage], [0, 'ACTIVE']);
  await pass(1.001);
  const inGrace = await read(loan);
  assert.deepEqual([notices(loan), inGrace.stage], [1, 'IN_GRACE']);
  assert.ok(inGrace.noticeAt);
  assert.match(
    (await seize()).message ?? '',
    /^The borrower may still repay; you can take the domain once grace is over\.$/,
  );
  await runTimedTransition({
    kind: 'run-timed-transition',
    key: loan.id,
    data: {},
    attempt: 2,
    dueAt: new Date(),
  });
  await pass(7);
  assert.match((await seize()).message ?? '', /^The borrower may still repay/);
  await pass(1);
  assert.deepEqual([notices(loan), (await read(loan)).stage], [1, 'OVERDUE']);
  assert.equal(expectData(await seize()).finalize.status, 'FINALIZED_LENDER_SEIZURE');
});

test('a notice job that runs early, because the clock was set back, runs again on the due date', async () => {
  const loan = await createReceivedLoan(service);
  const { dueAt } = await read(loan);
  const job = {
    kind: 'run-timed-transition',
    key: loan.id,
    data: {},
    attempt: 1,
    dueAt: new Date(dueAt),
  };
  const result = await runTimedTransition(job);
  assert.ok(result && result.runAgainAt < new Date(dueAt) && result.runAgainAt > new Date());
  assert.equal(notices(loan), 0);
});

test('a repaid loan gets no notice', async () => {
  const loan = await createReceivedLoan(service);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  await pass(61);
  assert.equal(notices(loan), 0);
});

test('a loan in dispute gets no notice; one that continues after its due date gets it at once', async () => {
  const loan = await createReceivedLoan(service);
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  await pass(61);
  assert.equal(notices(loan), 0);
  const more = ', outcome: CONTINUE, reason: "It goes on."';
  expectData(await mutateLoan(operator, 'resolveDispute', { id: loan.id, more }));
  await service.settle();
  assert.equal(notices(loan), 1);
  const [notice] = listEventsAbout(service, 'lending.escrow.moved', {
    escrowId: loan.id,
    move: 'SEND_NOTICE',
  });
  const { noticeAt } = await read(loan);
  assert.ok(notice);
  const { graceEndsAt } = notice.data as { graceEndsAt: string };
  assert.equal(Date.parse(graceEndsAt) - Date.parse(noticeAt), 8 * day);
});

test('anyone can read the business time, which includes the clock offset', async () => {
  const ask = async () => {
    const answer = expectData(await service.as(null)('{ now }'));
    return Date.parse(answer.now);
  };
  const before = await ask();
  moveClock(clockOffsetMs() + 30 * day);
  const elapsed = (await ask()) - before;
  assert.ok(elapsed >= 30 * day && elapsed < 30 * day + 60_000, String(elapsed));
});
