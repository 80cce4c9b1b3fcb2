/** The days around the due day: reminders, default notice, the exact end of grace, and the settled debt. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostedLoan, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { times, today, waitForNotification } from './missed-deadlines.ts';

const day = 86_400_000;
/** Early enough in a UTC day that a due time in its first minute is still ahead. */
const justAfterMs = 500;
/** [day relative to the due day, reminders sent by then] */
const dayByDay = [
  [-15, 0],
  [-14, 1],
  [-13, 1],
  [-7, 2],
  [-3, 3],
  [-2, 3],
  [-1, 4],
  [0, 5],
] as const;

export function dueDays(environment: GetEnvironment): void {
  test('reminders are sent 14, 7, 3 and 1 days before, on the due day, and daily in grace; then the domain may be seized', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    const dueAt = Date.parse((await getEscrow(lender, loan)).due_at);
    const moveTo = (ms: number) => environment().sandbox.moveClockTo(new Date(ms).toISOString());
    const dueDay = Math.floor(dueAt / day) * day;
    for (const [at, reminders] of dayByDay) {
      await moveTo(dueDay + at * day + justAfterMs);
      assert.equal(await times(loan, 'REMIND_DUE'), reminders, `day ${at}`);
    }
    await waitForNotification([borrower], /is due today, on (.*)\. Payoff on \1: \$927\.14/);
    await moveTo(dueAt + 1_000);
    assert.equal(await times(loan, 'SEND_NOTICE'), 1);
    await waitForNotification([borrower, lender], /was due on .* until/);
    for (let at = 1; at <= 8; at++) {
      await moveTo(dueDay + at * day + 60_000);
      assert.equal(await times(loan, 'REMIND_DUE'), 5 + at, `day ${at}`);
    }

    const { notice_at, grace_ends_at } = await getEscrow(lender, loan);
    const graceEnd = Date.parse(grace_ends_at);
    assert.equal(graceEnd - Date.parse(notice_at), 8 * day, 'a week from the day of receipt');
    const seize = { outcome: 'SEIZE' };
    await moveTo(graceEnd - 60_000);
    const path = `POST /escrow/${loan.id}/finalize`;
    const early = await expectRejection(lender, path, { status: 409, body: seize });
    assert.equal(early.reason, 'IN_GRACE');
    await moveTo(graceEnd + 1_000);
    const owed = (await getEscrow(lender, loan)).payoff;
    const over = await performAction(lender, loan, 'finalize', seize);
    assert.deepEqual([over.status, over.discharged], ['FINALIZED_LENDER_SEIZURE', owed]);
    assert.equal(await times(loan, 'REMIND_DUE'), 13);
  });

  test('a clock that jumps by weeks sends one reminder, and a short loan only those of its term', async () => {
    const long = await createPostedLoan(environment());
    const short = await createPostedLoan(environment(), { amount: 500, term: 5, apy: 10 });
    await environment().sandbox.advanceClock('2d');
    await environment().sandbox.advanceClock('2d');
    assert.equal(await times(short, 'REMIND_DUE'), 2, 'three days before, and one');
    await environment().sandbox.advanceClock('54d');
    assert.equal(await times(long, 'REMIND_DUE'), 1, 'of 14, 7 and 3 days before the last one');
    assert.deepEqual([await times(short, 'REMIND_DUE'), await times(short, 'SEND_NOTICE')], [2, 1]);
    // Surrendered in grace: the debt of that day is recorded.
    const before = await getEscrow(short.borrower, short);
    assert.deepEqual([before.stage, before.discharged], ['IN_GRACE', null]);
    const over = await performAction(short.borrower, short, 'finalize', { outcome: 'SURRENDER' });
    assert.deepEqual([over.discharged, over.payoff], [before.payoff, null]);
  });

  test('a default notice during an open claim names today’s payoff and the pending claim', async () => {
    const loan = await createPostedLoan(environment(), { amount: 50_000, term: 8, apy: 100 });
    const { borrower, lender } = loan;
    await environment().sandbox.advanceClock('3d');
    const claim = { date: await today(environment()), method: 'Wire', reference: 'B-4' };
    await performAction(borrower, loan, 'claimRepaid', claim);
    await environment().sandbox.advanceClock('121h');
    assert.equal(await times(loan, 'SEND_NOTICE'), 1);
    const { payoff, payoff_if_denied } = await getEscrow(lender, loan);
    assert.ok(payoff < payoff_if_denied);
    const sum = payoff_if_denied.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    const words = sum.replace(/[$.]/g, '\\$&');
    await waitForNotification(
      [borrower],
      new RegExp(`Payoff on .*: ${words}\\. Note: The lender has not answered`),
    );
    await waitForNotification([lender], new RegExp(`Payoff on .*: ${words}\\. Finalize`));
  });
}
