/** The agreed money of an amendment is one payment, and it always has room. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { maxOpenPayments, maxPayments } from '../loan/payment.ts';
import { commit } from '../service-context.ts';
import { amend } from '../testing/amendment-calls.ts';
import {
  denyPayment,
  reportPart,
  reportPayment,
  withdrawPayment,
} from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createReceivedLoan, expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  service = await startLending();
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const due = formatCalendarDay(addDays(utcDay(now()), 100));
const agreed = { leg: 'AMENDMENT', amendment: 1, amount: 10_000, reference: 'Agreed' };

test('agreed money is reported once, and after a denial not as a repayment that would count by silence', async () => {
  await amend(loan, { due }, { fee: 10_000 });
  const first = await reportPart(loan, agreed);
  for (const reference of ['Agreed', 'Other']) {
    const again = await reportPayment(loan.borrower, loan, { ...agreed, reference });
    assert.equal(again.reason, 'DUPLICATE_PAYMENT');
  }
  expectData(await denyPayment(loan.lender, loan.id, { paymentId: first.id }));
  const repayment = { amount: 10_000, reference: 'agreed' };
  assert.equal((await reportPayment(loan.borrower, loan, repayment)).reason, 'DUPLICATE_PAYMENT');
  const second = await reportPart(loan, { ...agreed, reference: 'Other' });
  expectData(await withdrawPayment(loan.borrower, loan.id, second.id));
  await reportPart(loan, { ...agreed, reference: 'Other' });
});

test('a loan whose part payments have no room takes the agreed money', async () => {
  await amend(loan, { due }, { fee: 10_000 });
  for (let count = 0; count < maxOpenPayments; count++)
    await reportPart(loan, { amount: 100, reference: `P-${count}` });
  const [known] = await payments.findMany({ escrowId: loan.id, leg: 'REPAYMENT' });
  assert.ok(known);
  await commit(async (tx) => {
    for (let count = maxOpenPayments + 1; count < maxPayments; count++)
      await payments.add({ ...known, id: newId(), version: 1, reference: `R-${count}` }, tx);
  });
  const part = await reportPayment(loan.borrower, loan, { amount: 100, reference: 'more' });
  assert.equal(part.reason, 'TOO_MANY_PAYMENTS');
  assert.equal((await reportPart(loan, agreed)).status, 'REPORTED');
});
