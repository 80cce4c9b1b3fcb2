/** Timed transitions run on time, exactly once after a crash, and concurrently with users. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { clockOffsetMs, moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { serviceContext } from '../../service-context.ts';
import { passDays } from '../../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../../testing/start-lending.ts';
import { escrows, histories } from '../escrow.model.ts';
import { runTimedTransition } from './run-timed-transition.ts';
import { startTimedTransitions } from './start-timed-transitions.ts';

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
const statusOf = async (loan: TestLoan): Promise<string> => (await read(loan)).status;
const today = () => now().toISOString().slice(0, 10);
const run = (loan: TestLoan) =>
  runTimedTransition({
    kind: 'run-timed-transition',
    key: loan.id,
    data: {},
    attempt: 2,
    dueAt: now(),
  });
const count = (loan: TestLoan, what: EscrowTransition) =>
  listEventsAbout(service, 'lending.escrow.moved', { escrowId: loan.id, move: what }).length;
const lines = (loan: TestLoan, what: EscrowTransition) =>
  histories.count({ escrowId: loan.id, action: what });

const jobs = () => serviceContext.store.connection.collection<{ _id: string }>('jobs');

/** Marked as sent with all details, so that silence counts as receipt. */
async function fullySent(): Promise<TestLoan> {
  const loan = await createSignedLoan(service, true);
  const more = `, date: "${today()}", method: "Wire", reference: "S-1"`;
  expectData(await mutateLoan(loan.lender, 'markPaid', { id: loan.id, more }));
  return loan;
}
async function cancelAsked(): Promise<TestLoan> {
  const loan = await createSignedLoan(service, true);
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  return loan;
}
async function claimed(): Promise<TestLoan> {
  const loan = await createReceivedLoan(service);
  const more = `, date: "${today()}", method: "Wire", reference: "R-1"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { id: loan.id, more }));
  return loan;
}

/** For each timed transition: how to reach it, its delay and result, and a competing user action. */
const branches = [
  {
    what: 'EXPIRE_SIGNATURE',
    begin: () => createAcceptedLoan(service),
    days: 7,
    status: 'CANCELLED',
    act: (loan: TestLoan) => mutateLoan(loan.borrower, 'cancelEscrow', loan),
  },
  {
    what: 'EXPIRE_TRANSFER',
    begin: () => createSignedLoan(service),
    days: 30,
    status: 'CANCELLED',
    act: (loan: TestLoan) => mutateLoan(loan.lender, 'cancelEscrow', loan),
  },
  {
    what: 'CANCEL_UNANSWERED',
    begin: cancelAsked,
    days: 3,
    status: 'CANCELLED',
    act: (loan: TestLoan) => mutateLoan(loan.lender, 'markPaid', loan),
  },
  {
    what: 'DEEM_RECEIVED',
    begin: fullySent,
    days: 5,
    status: 'LOAN_POSTED',
    act: (loan: TestLoan) => mutateLoan(loan.borrower, 'confirmReceipt', loan),
  },
  {
    what: 'ESCALATE_UNANSWERED',
    begin: claimed,
    days: 10,
    status: 'ESCALATED',
    act: (loan: TestLoan) => mutateLoan(loan.lender, 'finalize', loan),
  },
  {
    what: 'SEND_NOTICE',
    begin: () => createReceivedLoan(service),
    days: 60,
    status: 'LOAN_POSTED',
    act: (loan: TestLoan) => mutateLoan(loan.lender, 'finalize', loan),
  },
] as const;

for (const { what, begin, days, status, act } of branches) {
  test(`${what} happens automatically after ${days} days, once, even if its job runs again`, async () => {
    const loan = await begin();
    await pass(days - 0.01);
    const before = await statusOf(loan);
    assert.equal(await lines(loan, what), 0);
    await pass(0.02);
    assert.equal(await statusOf(loan), status);
    await run(loan);
    await Promise.all([run(loan), run(loan)]);
    await service.settle();
    assert.deepEqual([count(loan, what), await lines(loan, what)], [1, 1]);
    const released = listEventsAbout(service, 'lending.escrow.collateral-released', {
      escrowId: loan.id,
    });
    assert.equal(released.length, status === 'CANCELLED' ? 1 : 0);
    assert.notEqual(before, 'CANCELLED');
  });

  test(`${what} happens once if its worker crashes before the commit`, async () => {
    const loan = await begin();
    await service.settle();
    const rows = jobs();
    const held = {
      leasedUntil: new Date(Date.now() + 3_600_000),
      lease: 'of the dead',
      attempts: 1,
    };
    const row = { _id: `run-timed-transition:${loan.id}` };
    assert.equal((await rows.updateOne(row, { $set: held })).matchedCount, 1);
    await pass(days + 0.01);
    assert.equal(await lines(loan, what), 0, 'no other worker runs it while the lease is valid');
    await rows.updateOne(row, { $set: { leasedUntil: new Date(0) } });
    await service.settle();
    assert.equal(await statusOf(loan), status);
    assert.equal(await lines(loan, what), 1);
  });

  test(`${what} concurrent with a user action: one of them is first, and nothing is duplicated or stuck`, async () => {
    for (const personFirst of [true, false]) {
      const loan = await begin();
      await service.settle();
      moveClock(clockOffsetMs() + (days + 0.01) * day);
      const pair = [() => act(loan), () => run(loan)] as const;
      const [one, two] = personFirst ? pair : pair.toReversed();
      const answers = await Promise.all([one?.(), two?.()]);
      const answer = answers[personFirst ? 0 : 1] as Awaited<ReturnType<typeof act>>;
      assert.ok([undefined, 'CONFLICT'].includes(answer.code), answer.message);
      await service.settle();
      assert.ok((await lines(loan, what)) <= 1);
      assert.equal(count(loan, what), await lines(loan, what));
      // A confirmation concurrent with the deemed receipt succeeds in both orders.
      if (what === 'DEEM_RECEIVED') {
        assert.equal(answer.code, undefined, answer.message);
        assert.equal((await read(loan)).receivedBy, 'BORROWER');
      }
    }
  });
}

test('a job that runs early, because the clock was set back, runs again on time', async () => {
  const loan = await createAcceptedLoan(service);
  const { at } = (await read(loan)).deadlines[0];
  assert.deepEqual(await run(loan), { runAgainAt: new Date(at) });
  assert.equal(await lines(loan, 'EXPIRE_SIGNATURE'), 0);
});

test('reminders are sent once and never conflict with a concurrent user action', async () => {
  for (let round = 0; round < 4; round++) {
    const loan = await createReceivedLoan(service);
    await service.settle();
    moveClock(clockOffsetMs() + 53.1 * day);
    const more = `, date: "${today()}", method: "Wire", reference: "R-1"`;
    const claim = () => mutateLoan(loan.borrower, 'claimRepaid', { id: loan.id, more });
    const [answer] = await Promise.all([claim(), run(loan), run(loan)]);
    expectData(answer);
    await service.settle();
    assert.ok((await lines(loan, 'REMIND_DUE')) <= 1);
    assert.equal((await read(loan)).stage, 'REPAYMENT_CLAIMED');
  }
});

test('a reminder carries the payoff, the due date and the remaining days', async () => {
  const loan = await createReceivedLoan(service);
  await pass(53.001);
  const reminders = listEventsAbout(service, 'lending.escrow.moved', {
    escrowId: loan.id,
    move: 'REMIND_DUE',
  });
  assert.equal(reminders.length, 1, 'the reminders of 14 and 7 days before are merged');
  const { payoff, dueAt, graceEndsAt } = await read(loan);
  const data = reminders[0]?.data as Record<string, unknown>;
  assert.deepEqual(
    [data.payoffCents, data.dueAt, data.graceEndsAt, data.daysToDue, data.receivedBy],
    [payoff, dueAt, graceEndsAt, 7, 'BORROWER'],
  );
});

test('when months pass at once, a loan gets its notice and grace without extra reminders', async () => {
  const loan = await fullySent();
  await pass(2.5);
  assert.equal(await lines(loan, 'REMIND_RECEIPT'), 1);
  expectData(await mutateLoan(loan.borrower, 'confirmReceipt', loan));
  await pass(200);
  assert.deepEqual([await lines(loan, 'SEND_NOTICE'), await lines(loan, 'REMIND_DUE')], [1, 0]);
  const { noticeAt, graceEndsAt, stage } = await read(loan);
  assert.equal(stage, 'IN_GRACE');
  assert.equal(Date.parse(graceEndsAt) - Date.parse(noticeAt), 8 * day);
  await pass(8.01);
  assert.equal((await read(loan)).stage, 'OVERDUE');
});

test('deadlines and receivedBy are shown', async () => {
  const loan = await fullySent();
  const { deadlines, receivedBy } = await read(loan);
  assert.equal(receivedBy, null);
  assert.deepEqual(
    deadlines.map((one: { transition: string }) => one.transition),
    ['REMIND_RECEIPT', 'DEEM_RECEIVED'],
  );
  await pass(5.01);
  assert.equal((await read(loan)).receivedBy, 'SILENCE');
});

test('a start schedules the timed transitions of records without remindedAt', async () => {
  const loans = [await createAcceptedLoan(service), await createSignedLoan(service)];
  await service.settle();
  for (const { id } of loans) {
    await escrows.raw.collection.updateOne({ _id: id as never }, { $unset: { remindedAt: '' } });
    await jobs().deleteOne({ _id: `run-timed-transition:${id}` });
  }
  await pass(40);
  for (const loan of loans) assert.notEqual(await statusOf(loan), 'CANCELLED');
  await Promise.all([startTimedTransitions(), startTimedTransitions()]);
  await service.settle();
  for (const loan of loans) assert.equal(await statusOf(loan), 'CANCELLED');
});
