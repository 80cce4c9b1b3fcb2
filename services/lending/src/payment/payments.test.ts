/** Part payments through the API: reported, confirmed, corrected, denied, withdrawn, and repeated or concurrent calls. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { AccountActor } from '@nameloan/contracts/actor';
import { addDays, formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { escrows, histories } from '../escrow/escrow.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { addEvidence } from '../evidence/add-evidence.ts';
import { text } from '../testing/files.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  denyPayment,
  interestOf,
  listPayments,
  principal,
  readBalance,
  readDebt,
  readFigures,
  readStage,
  reportPart,
  reportPayment,
  withdrawPayment,
} from '../testing/payment-calls.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

test('a confirmed part payment lowers the principal from its day, and the balance shows both ends while it is open', async () => {
  const loan = await createReceivedLoan(service);
  await passDays(service, 20);
  const payment = await reportPart(loan);
  assert.equal(payment.status, 'REPORTED');
  assert.equal(await readStage(loan), 'PAYMENT_CLAIMED');
  const interest = interestOf(principal, 20);
  const open = await readFigures(loan);
  assert.equal(open.payoff, principal + interest);
  assert.deepEqual(open.ifDenied, { principal, interest, payoff: principal + interest });
  const left = principal - (100_000 - interest);
  assert.deepEqual(open.ifConfirmed, { principal: left, interest: 0, payoff: left, credit: 0 });
  await passDays(service, 2);
  const confirmed = expectData(
    await confirmPayment(loan.lender, loan.id, { paymentId: payment.id }),
  ).confirmPayment;
  assert.deepEqual(
    [confirmed.status, confirmed.confirmedAmount, confirmed.amount],
    ['CONFIRMED', 100_000, 100_000],
  );
  // Confirmed two days late, it counts from its day.
  const after = await readFigures(loan);
  assert.deepEqual([after.principal, after.ifConfirmed], [left, null]);
  // The fraction of a cent that the payment rounded up is kept.
  const carried = (principal * 1_500 * 20) / 3_650_000 - interest;
  const interestLeft = (days: number) => Math.round(carried + (left * 1_500 * days) / 3_650_000);
  assert.equal(after.interest, interestLeft(2));
  const { stage, payoff, nextDue } = expectData(await readDebt(loan.borrower, loan)).escrow;
  assert.deepEqual([stage, payoff], ['ACTIVE', left + interestLeft(2)]);
  assert.equal(nextDue.amount, left + interestLeft(40));
  const history = await histories.findMany({ escrowId: loan.id, action: 'CONFIRM_PAYMENT' });
  assert.match(history[0]?.note ?? '', /^\$1,000\.00 on /);
});

test('a corrected payment counts with what arrived, a denied or withdrawn one not at all', async () => {
  const loan = await createReceivedLoan(service);
  const [first, second, third] = [
    await reportPart(loan, { reference: 'A' }),
    await reportPart(loan, { reference: 'B' }),
    await reportPart(loan, { reference: 'C' }),
  ];
  const corrected = expectData(
    await confirmPayment(loan.lender, loan.id, { paymentId: first.id, amount: 99_000 }),
  ).confirmPayment;
  assert.deepEqual([corrected.status, corrected.confirmedAmount], ['CORRECTED', 99_000]);
  const denied = expectData(await denyPayment(loan.lender, loan.id, { paymentId: second.id }));
  assert.deepEqual(
    [denied.denyPayment.status, denied.denyPayment.reason],
    ['DENIED', 'Nothing arrived.'],
  );
  const withdrawn = expectData(await withdrawPayment(loan.borrower, loan.id, third.id));
  assert.equal(withdrawn.withdrawPayment.status, 'WITHDRAWN');
  assert.equal((await readFigures(loan)).principal, principal - 99_000);
  assert.equal(await readStage(loan), 'ACTIVE');
  // The advance is the first record.
  assert.deepEqual(
    (await listPayments(loan.lender, loan)).map(({ leg, status }) => [leg, status]),
    [
      ['ADVANCE', 'CONFIRMED'],
      ['REPAYMENT', 'CORRECTED'],
      ['REPAYMENT', 'DENIED'],
      ['REPAYMENT', 'WITHDRAWN'],
    ],
  );
});

test('each role can make only its answers in each state of a payment', async () => {
  const outsider = service.as(await createAccount(service, 'Otto Outsider'));
  const loan = await createReceivedLoan(service);
  const callers = { borrower: loan.borrower, lender: loan.lender, outsider };
  const answers = {
    confirm: (by: keyof typeof callers, paymentId: string) =>
      confirmPayment(callers[by], loan.id, { paymentId }),
    deny: (by: keyof typeof callers, paymentId: string) =>
      denyPayment(callers[by], loan.id, { paymentId }),
    withdraw: (by: keyof typeof callers, paymentId: string) =>
      withdrawPayment(callers[by], loan.id, paymentId),
  };
  const allowed = { confirm: 'lender', deny: 'lender', withdraw: 'borrower' } as const;
  let number = 0;
  for (const [name, answer] of Object.entries(answers)) {
    const by = allowed[name as keyof typeof allowed];
    const payment = await reportPart(loan, { reference: `S${++number}` });
    const other = by === 'lender' ? 'borrower' : 'lender';
    assert.equal((await answer(other, payment.id)).code, 'FORBIDDEN', `${name} by ${other}`);
    assert.equal((await answer('outsider', payment.id)).code, 'NOT_FOUND', `${name} by outsider`);
    expectData(await answer(by, payment.id));
    for (const [again, repeat] of Object.entries(answers)) {
      const result = await repeat(allowed[again as keyof typeof allowed], payment.id);
      assert.deepEqual(
        [result.code, result.reason],
        ['CONFLICT', 'ALREADY_DONE'],
        `${again} after ${name}`,
      );
    }
  }
  assert.equal((await reportPayment(loan.lender, loan)).code, 'FORBIDDEN');
  assert.equal((await reportPayment(outsider, loan)).code, 'NOT_FOUND');
  assert.equal((await readBalance(outsider, loan)).code, 'NOT_FOUND');
  const others = await createReceivedLoan(service);
  const payment = await reportPart(others);
  const foreign = await confirmPayment(loan.lender, loan.id, { paymentId: payment.id });
  assert.deepEqual([foreign.code, foreign.message], ['NOT_FOUND', 'There is no such payment.']);
});

test('a payment reported twice is one, unless the first was withdrawn', async () => {
  const loan = await createReceivedLoan(service);
  const first = await reportPart(loan, { reference: 'Bank 7-1' });
  const again = await reportPayment(loan.borrower, loan, { reference: ' bank 71' });
  assert.deepEqual([again.code, again.reason], ['CONFLICT', 'DUPLICATE_PAYMENT']);
  await reportPart(loan, { reference: 'Bank 7-1', amount: 100_001 });
  expectData(await withdrawPayment(loan.borrower, loan.id, first.id));
  const second = await reportPart(loan, { reference: 'Bank 7-1' });
  expectData(await denyPayment(loan.lender, loan.id, { paymentId: second.id }));
  const denied = await reportPayment(loan.borrower, loan, { reference: 'BANK 7-1' });
  assert.equal(denied.reason, 'DUPLICATE_PAYMENT');
  assert.match(denied.message ?? '', /was denied\. Report another payment, or escalate/);
  const twice = await Promise.all([
    reportPayment(loan.borrower, loan, { reference: 'Q', amount: 700 }),
    reportPayment(loan.borrower, loan, { reference: 'Q', amount: 700 }),
  ]);
  assert.deepEqual(twice.map(({ reason }) => reason ?? 'OK').sort(), ['DUPLICATE_PAYMENT', 'OK']);
});

test('of two answers at once one counts', async () => {
  const loan = await createReceivedLoan(service);
  const { id: paymentId } = await reportPart(loan);
  const results = await Promise.all([
    confirmPayment(loan.lender, loan.id, { paymentId }),
    confirmPayment(loan.lender, loan.id, { paymentId, amount: 50_000 }),
    denyPayment(loan.lender, loan.id, { paymentId }),
    withdrawPayment(loan.borrower, loan.id, paymentId),
  ]);
  assert.deepEqual(results.map(({ reason }) => reason ?? 'OK').sort(), [
    'ALREADY_DONE',
    'ALREADY_DONE',
    'ALREADY_DONE',
    'OK',
  ]);
  const record = await payments.get(paymentId);
  const { countedPayments, openPayments } = await escrows.get(loan.id);
  const counted = record.status === 'CONFIRMED' || record.status === 'CORRECTED';
  assert.deepEqual(openPayments, []);
  assert.deepEqual(
    (countedPayments ?? []).map(({ id, amountCents }) => [id, amountCents]),
    counted ? [[paymentId, record.confirmedCents]] : [],
  );
});

test('wrong days, amounts, texts and files are rejected with the field named, and leave nothing behind', async () => {
  const loan = await createReceivedLoan(service);
  await passDays(service, 3);
  const tomorrow = formatCalendarDay(addDays(now(), 1));
  const early = formatCalendarDay(addDays(now(), -4));
  const table: [Record<string, unknown>, string][] = [
    [{ date: tomorrow }, 'date'],
    [{ date: early }, 'date'],
    [{ amount: 99 }, 'amount'],
    [{ amount: -100_000 }, 'amount'],
    [{ amount: Number.MAX_SAFE_INTEGER }, 'amount'],
    [{ method: 'x'.repeat(101) }, 'method'],
    [{ reference: 'x'.repeat(201) }, 'reference'],
    [{ evidenceIds: ['nothing'] }, 'evidenceIds'],
    [{ leg: 'ADVANCE' }, 'leg'],
  ];
  for (const [more, field] of table) {
    const result = await reportPayment(loan.borrower, loan, more);
    assert.equal(result.code, 'INVALID_INPUT', field);
    assert.ok(result.fields?.[field], `${field}: ${result.message}`);
  }
  assert.equal((await listPayments(loan.lender, loan)).length, 1);
  assert.equal(await readStage(loan), 'ACTIVE');
});

test('a payment names files of its payer only', async () => {
  const loan = await createReceivedLoan(service);
  const add = (accountId: string) =>
    addEvidence({ accountId, sessionId: 's1' } as AccountActor, loan.id, {
      name: 'a',
      bytes: text,
    });
  const { id: fileId } = await add(loan.borrowerId);
  const { id: lenders } = await add(loan.lenderId);
  const wrong = await reportPayment(loan.borrower, loan, { evidenceIds: [lenders] });
  assert.equal(wrong.code, 'INVALID_INPUT');
  const { id } = await reportPart(loan, { evidenceIds: [fileId, fileId] });
  assert.deepEqual((await payments.get(id)).evidenceIds, [fileId]);
});
