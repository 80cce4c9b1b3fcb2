/** Amendments of the plan of a loan, and extensions of loans with instalments. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { contractFiles } from '../contract/contract.model.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { amend, listAmendments, propose } from '../testing/amendment-calls.ts';
import { readPdfText } from '../testing/contracts.ts';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, reportPart } from '../testing/payment-calls.ts';
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

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));
const record = () => escrows.get(loan.id);
const day = (at: Date | null | undefined): string => formatCalendarDay(at ?? new Date(0));
const monthly = { plan: 'INSTALMENTS', period: '30D', instalments: 4 };
const asPlan = { kind: 'PLAN' };

interface Row {
  due: string;
  payment: number;
  state: string;
}
const schedule = async (): Promise<Row[]> =>
  expectData(
    await loan.borrower('query ($id: ID!) { escrow(id: $id) { schedule { due payment state } } }', {
      id: loan.id,
    }),
  ).escrow.schedule;
const payoff = async (): Promise<number> =>
  expectData(await loan.lender('query ($id: ID!) { escrow(id: $id) { payoff } }', { id: loan.id }))
    .escrow.payoff;

const extensionDays = async (): Promise<string[] | null> =>
  expectData(
    await loan.lender('query ($id: ID!) { escrow(id: $id) { extensionDays } }', { id: loan.id }),
  ).escrow.extensionDays;

test('each day of the list of an extension is accepted, and another one is not', async () => {
  assert.equal(await extensionDays(), null, 'one payment can move to any day');
  await amend(loan, monthly, asPlan);
  const days = await extensionDays();
  assert.ok(days);
  assert.deepEqual(days.slice(0, 2), [inDays(150), inDays(180)]);
  // 120 payments at most; all of them end within 3,650 days of the receipt.
  assert.equal(days.length, 116);
  const preview = (due: string | undefined) =>
    loan.lender(
      `query ($id: ID!, $terms: AmendmentTermsInput!) {
        amendmentPreview(escrowId: $id, kind: EXTEND, terms: $terms) { on remaining { count } }
      }`,
      { id: loan.id, terms: { due } },
    );
  for (const at of [0, 115]) {
    const { amendmentPreview: found } = expectData(await preview(days[at]));
    assert.deepEqual([found.on, found.remaining.count], [days[at], at + 5]);
  }
  const { fields } = await preview(inDays(151));
  assert.match(fields?.['terms.due'] ?? '', /the next possible last payment is on /);
});

test('one payment becomes four, with their dates, a schedule in the signed document, and an early end of the default', async () => {
  await passDays(service, 65);
  assert.ok((await record()).noticeAt);
  const owed = await payoff();
  await amend(loan, monthly, asPlan);
  const { noticeAt, dueAt, instalmentDueAt, extendedLate } = await record();
  assert.deepEqual([noticeAt, extendedLate], [null, true]);
  assert.deepEqual([day(instalmentDueAt), day(dueAt)], [inDays(30), inDays(120)]);
  assert.equal(await payoff(), owed, 'interest until the change stays due');
  const rows = await schedule();
  assert.deepEqual(
    rows.map(({ due }) => due),
    [30, 60, 90, 120].map(inDays),
  );
  const [amendment] = await listAmendments(loan.lender, loan);
  const file = await contractFiles.find(amendment?.sha256 ?? '');
  assert.match(readPdfText(file?.bytes ?? Buffer.of()).replace(/\s/g, ''), /430-dayequalpayments/);
  await passDays(service, 29);
  const first = rows[0]?.payment ?? 0;
  const paid = await reportPart(loan, { amount: first });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
  assert.deepEqual(
    (await schedule()).map(({ state }) => state),
    ['PAID', 'PLANNED', 'PLANNED', 'PLANNED'],
  );
  await passDays(service, 32);
  assert.ok((await record()).noticeAt, 'the second payment has its own notice');
});

test('an extension of instalments adds whole periods and spreads what is left', async () => {
  await amend(loan, monthly, asPlan);
  const before = await schedule();
  const wrong = await propose(loan.borrower, loan, { due: inDays(140) });
  assert.equal(wrong.code, 'INVALID_INPUT');
  await amend(loan, { due: inDays(180) });
  const after = await schedule();
  assert.equal(after.length, 6);
  assert.equal(after.at(-1)?.due, inDays(180));
  assert.ok((after[0]?.payment ?? 0) < (before[0]?.payment ?? 0));
  assert.equal(day((await record()).dueAt), inDays(180));
});

test('instalments become one payment again', async () => {
  await amend(loan, monthly, asPlan);
  await amend(loan, { plan: 'BULLET', due: inDays(50) }, asPlan);
  const { dueAt, instalmentDueAt } = await record();
  assert.deepEqual([day(dueAt), instalmentDueAt ?? null], [inDays(50), null]);
  assert.equal((await schedule()).length, 1);
});

test('a lower principal lowers the payments on their days', async () => {
  await amend(loan, { ...monthly, early: 'KEEP_DATES' }, asPlan);
  const before = await schedule();
  await amend(loan, { amount: 200_000 }, { kind: 'PRINCIPAL_DOWN' });
  const money = { leg: 'AMENDMENT', amendment: 2, amount: 200_000 };
  const paid = await reportPart(loan, money);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
  const after = await schedule();
  assert.deepEqual(
    after.map(({ due }) => due),
    before.map(({ due }) => due),
  );
  // 2,500.00 of 4,500.00 is left.
  assert.ok(Math.abs((after[0]?.payment ?? 0) - ((before[0]?.payment ?? 0) * 5) / 9) < 100);
  const wrong = [{}, { amount: 99 }, { amount: 249_901 }, { amount: 100, due: inDays(90) }];
  for (const terms of wrong) {
    const { code } = await propose(loan.borrower, loan, terms, { kind: 'PRINCIPAL_DOWN' });
    assert.equal(code, 'INVALID_INPUT', JSON.stringify(terms));
  }
});

for (const early of ['KEEP_DATES', 'KEEP_AMOUNT']) {
  test(`the document has the payments that follow once its money is paid: ${early}`, async () => {
    await amend(loan, { ...monthly, early }, asPlan);
    await passDays(service, 12);
    await amend(loan, { due: inDays(168), interest: 'PAY' }, { fee: 5_000 });
    const amendment = (await listAmendments(loan.lender, loan)).at(-1);
    const money = { leg: 'AMENDMENT', amendment: 2, amount: amendment?.amountDue };
    const paid = await reportPart(loan, money);
    expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
    const file = await contractFiles.find(amendment?.sha256 ?? '');
    const text = readPdfText(file?.bytes ?? Buffer.of()).replace(/\s/g, '');
    const rows = await schedule();
    assert.equal(rows.length, 6);
    for (const { due, payment } of rows) {
      const row = `${formatDate(new Date(due))}${formatCents(payment)}`.replace(/\s/g, '');
      assert.ok(text.includes(row), `${row} in ${text}`);
    }
  });
}

test('charges that a new plan leaves out stay as they are', async () => {
  await amend(loan, { ...monthly, lateFee: 500, defaultRate: 300 }, asPlan);
  await amend(loan, { ...monthly, instalments: 6 }, asPlan);
  const { plan } = (await record()).changedTerms?.at(-1) ?? {};
  assert.deepEqual([plan?.lateFeeBps, plan?.defaultRateBps, plan?.instalments], [500, 300, 6]);
});

test('a plan that cannot be is rejected with its field', async () => {
  const refused = async (terms: Record<string, unknown>, field: string) => {
    const { code, fields } = await propose(loan.borrower, loan, terms, asPlan);
    assert.equal(code, 'INVALID_INPUT', JSON.stringify(terms));
    assert.deepEqual(Object.keys(fields ?? {}), [field], JSON.stringify(terms));
  };
  await refused({}, 'terms.plan');
  await refused({ instalments: 4 }, 'terms.plan');
  await refused({ plan: 'BULLET' }, 'terms.due');
  await refused({ ...monthly, due: inDays(120) }, 'terms.due');
  await refused({ ...monthly, instalments: 121 }, 'terms.instalments');
  await refused({ ...monthly, period: 'MONTH', instalments: null }, 'terms.instalments');
  await refused({ ...monthly, period: '3D' }, 'terms.period');
  await refused({ plan: 'CUSTOM', rows: [{ day: 30, amount: null }, { day: 20 }] }, 'terms.rows');
  await refused({ ...monthly, rate: 900 }, 'terms.rate');
  await passDays(service, 40);
  await refused({ plan: 'CUSTOM', rows: [{ day: 1, amount: 200 }, { day: 60 }] }, 'terms.rows');
});
