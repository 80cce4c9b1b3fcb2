/** Both users record part payments, as the buttons of the Payments card do, and the borrower takes the calendar's address. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';

/** Leaves a counted payment of $1.00. */
export async function recordPayments(
  { borrower, lender }: { borrower: WebUser; lender: WebUser },
  { id, date }: { id: string; date: string },
): Promise<void> {
  const report = (amount: number, reference: string) =>
    borrower.run('ReportPayment', { id, date, amount, method: 'Wire', reference });
  const [first, second, third] = [
    await report(200, 'P-1'),
    await report(300, 'P-2'),
    await report(400, 'P-3'),
  ];
  const confirming = { id, paymentId: first.id, amount: 100 };
  assert.equal(await borrower.codeOf('ConfirmPayment', confirming), 'FORBIDDEN');
  assert.equal((await lender.run('ConfirmPayment', confirming)).status, 'CORRECTED');
  const denying = { id, paymentId: second.id, reason: 'Nothing arrived.' };
  assert.equal((await lender.run('DenyPayment', denying)).status, 'DENIED');
  const withdrawing = { id, paymentId: third.id };
  assert.equal((await borrower.run('WithdrawPayment', withdrawing)).status, 'WITHDRAWN');
  assert.equal(await borrower.codeOf('WithdrawPayment', withdrawing), 'CONFLICT');
  const { url } = await borrower.run('CalendarFeed');
  assert.notEqual((await borrower.run('RotateCalendarFeed')).url, url);
}
