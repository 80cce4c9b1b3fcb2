/** The dashboard of a borrower with one running loan. */

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
