/** What the web app reads of a loan on its way: its deadline before the transfer, its dashboard and its schedule. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';

/** `amount`: cents that are owed today. */
export async function assertRunning(
  borrower: WebUser,
  { amount: payoff, dueAt }: { amount: number; dueAt: string },
): Promise<void> {
  const dashboard = await borrower.run('Dashboard');
  const { waitingLoans, waitingDisputes, waitingPayments, borrowing, paymentFlows } = dashboard;
  assert.deepEqual([waitingLoans.total, waitingDisputes, waitingPayments], [0, null, null]);
  assert.deepEqual(borrowing, { running: { amount: payoff }, inProgress: { amount: 0 }, payoff });
  const repayment = { kind: 'REPAYMENT', direction: 'OUT', at: dueAt, amount: 92_714 };
  assert.deepEqual(paymentFlows, { outgoing: 92_714, flows: [repayment] });
}

export async function assertTransferDue(borrower: WebUser, id: string): Promise<void> {
  const { waitingFor } = await borrower.run('TransferDeadline', { id });
  assert.equal(waitingFor.action, 'TRANSFER_IN');
  assert.ok(Date.parse(waitingFor.until) > Date.now());
}

/** A loan with one payment has one row, and nothing to accelerate. */
export async function assertOnePayment(
  { borrower, lender }: { borrower: WebUser; lender: WebUser },
  id: string,
): Promise<void> {
  const { schedule } = await borrower.run('LoanSchedule', { id });
  assert.deepEqual(
    schedule.map(({ n, payment, balance, paid, state }: (typeof schedule)[number]) => ({
      ...{ n, payment, balance, paid, state },
    })),
    [{ n: 1, payment: 92_714, balance: 0, paid: 0, state: 'PLANNED' }],
  );
  assert.equal(await lender.codeOf('Accelerate', { id }), 'CONFLICT');
  assert.equal(await borrower.codeOf('Accelerate', { id }), 'FORBIDDEN');
}
