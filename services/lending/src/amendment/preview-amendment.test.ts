/** A preview has the figures that the loan has once the amendment is effective. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { replayLoan } from '../escrow/balance/replay-loan.ts';
import type { AmendmentDraft } from '../loan/amendment.ts';
import { buildPostedLoan, hash, simple } from '../testing/loans.ts';
import type { AmendmentPreview } from './amendment-preview.ts';
import { computePreview } from './preview-amendment.ts';

const receivedAt = new Date('2027-01-10T09:00:00.000Z');
const day80 = new Date('2027-03-31T12:00:00.000Z');

/** 10,000 at 12 % for 90 days. */
const loan = {
  ...buildPostedLoan({ amountCents: 1_000_000, rateBps: 1_200, termDays: 90, ...simple }),
  contractSha256: hash,
  receipt: { at: receivedAt, date: null, method: null, reference: null, by: 'BORROWER' as const },
  dueAt: addDays(receivedAt, 90),
  inCustodyAt: receivedAt,
};

const extension: AmendmentDraft = {
  kind: 'EXTEND',
  terms: { due: new Date('2027-06-09T00:00:00.000Z'), rateBps: 1_500 },
  feeCents: 10_000,
  interest: 'PAY',
};

/** The number of payments, the last day and the sum. */
const listRemaining = (preview: AmendmentPreview | null) =>
  preview &&
  [preview.remaining, preview.present.remaining].map(({ count, lastOn, totalCents }) => [
    count,
    formatCalendarDay(lastOn),
    totalCents,
  ]);

const list = (preview: AmendmentPreview | null) =>
  preview && [
    preview.dueCents,
    formatCalendarDay(preview.on),
    preview.payoffCents,
    formatCalendarDay(preview.present.on),
    preview.present.payoffCents,
  ];

test('an extension with its interest paid and with its interest kept', () => {
  assert.deepEqual(list(computePreview(loan, extension, day80)), [
    36_301,
    ...['2027-06-09', 1_028_767],
    ...['2027-04-10', 1_029_589],
  ]);
  const kept: AmendmentDraft = { ...extension, feeCents: 0, interest: 'KEEP' };
  assert.deepEqual(list(computePreview(loan, kept, day80)), [
    0,
    ...['2027-06-09', 1_055_068],
    ...['2027-04-10', 1_029_589],
  ]);
});

test('a waiver of an overdue loan compares what is owed today', () => {
  const plan = { ...bulletPlan, lateFeeBps: 500, defaultRateBps: 600 };
  const late = { ...loan, plan, termDays: 30, dueAt: addDays(receivedAt, 30) };
  const waiver: AmendmentDraft = {
    kind: 'WAIVE',
    terms: { lateFeesCents: 1_000 },
    feeCents: 0,
    interest: 'KEEP',
  };
  const preview = computePreview(late, waiver, day80);
  assert.ok(preview);
  assert.deepEqual([preview.on, preview.present.on].map(formatCalendarDay), [
    '2027-03-31',
    '2027-03-31',
  ]);
  assert.equal(preview.present.payoffCents - preview.payoffCents, 1_000);
});

test('wrong terms name their fields, and a loan without a receipt has no preview', () => {
  const early = { ...extension, terms: { due: new Date('2027-04-10T00:00:00.000Z') } };
  assert.throws(
    () => computePreview(loan, early, day80),
    (error) =>
      error instanceof DomainError &&
      Object.keys(error.details.fields ?? {}).join() === 'terms.due',
  );
  assert.equal(computePreview({ ...loan, receipt: null }, extension, day80), null);
});

test('a plan has its next payment, and the loan with one payment has none', () => {
  const plan = {
    ...bulletPlan,
    ...({ kind: 'INSTALMENTS', period: '30D', instalments: 4 } as const),
  };
  const draft: AmendmentDraft = { kind: 'PLAN', terms: { plan }, feeCents: 0, interest: 'KEEP' };
  const preview = computePreview(loan, draft, day80);
  assert.ok(preview?.nextDue);
  const { date, amountCents } = preview.nextDue;
  assert.equal(formatCalendarDay(date), '2027-04-30');
  assert.ok(
    4 * amountCents > 1_026_301,
    'four payments cover the principal and 80 days of interest',
  );
  assert.equal(preview.present.nextDue, null);
});

test('a lower principal leaves its interest to date due', () => {
  const draft: AmendmentDraft = {
    ...{ kind: 'PRINCIPAL_DOWN', terms: { amountCents: 400_000 }, feeCents: 0, interest: 'KEEP' },
  };
  // 263.01 until day 80, then 10 days of 6,000 at 12 %.
  assert.deepEqual(list(computePreview(loan, draft, day80)), [
    400_000,
    ...['2027-04-10', 600_000 + 26_301 + 1_973],
    ...['2027-04-10', 1_029_589],
  ]);
});

const monthly = {
  ...bulletPlan,
  ...({ kind: 'INSTALMENTS', period: 'MONTH', instalments: 4 } as const),
};
const monthlyLoan = { ...loan, plan: monthly, dueAt: new Date('2027-05-10T09:00:00.000Z') };
const day0 = new Date('2027-01-10T10:00:00.000Z');

test('an extension of a loan with instalments has the cost of its further payments', () => {
  const draft: AmendmentDraft = {
    ...{ kind: 'EXTEND', terms: { due: new Date('2027-07-10T00:00:00.000Z') } },
    ...{ feeCents: 5_000, interest: 'KEEP' },
  };
  const preview = computePreview(monthlyLoan, draft, day0);
  const [changed, present] = listRemaining(preview) ?? [];
  assert.deepEqual(present, [4, '2027-05-10', computePlanTotal(4)]);
  // The fee is paid with the change.
  assert.deepEqual(changed, [6, '2027-07-10', computePlanTotal(6) + 5_000]);
  assert.ok(computePlanTotal(6) > computePlanTotal(4));
});

test('a lower principal of a loan with instalments is paid in all with less interest', () => {
  const draft: AmendmentDraft = {
    ...{ kind: 'PRINCIPAL_DOWN', terms: { amountCents: 400_000 }, feeCents: 0, interest: 'KEEP' },
  };
  const [changed, present] = listRemaining(computePreview(monthlyLoan, draft, day0)) ?? [];
  assert.ok(changed && present);
  assert.equal(present[2], computePlanTotal(4));
  assert.ok(Number(changed[2]) < Number(present[2]));
  assert.ok(Number(changed[2]) > 1_000_000);
});

test('after a missed payment what is left is paid from today on, and after an acceleration at its end', () => {
  const draft: AmendmentDraft = {
    ...{ kind: 'EXTEND', terms: { due: new Date('2027-07-10T00:00:00.000Z') } },
    ...{ feeCents: 0, interest: 'KEEP' },
  };
  const [, overdue] = listRemaining(computePreview(monthlyLoan, draft, day80)) ?? [];
  assert.deepEqual(overdue?.slice(0, 2), [4, '2027-05-10']);
  const accelerated = { ...monthlyLoan, acceleratedAt: day80 };
  const preview = computePreview(accelerated, draft, day80);
  const owed = replayLoan(accelerated, loan.receipt, { day: addDays(day80, 7) }).payoffCents;
  assert.deepEqual(listRemaining(preview)?.[1], [1, '2027-04-07', owed]);
});

const computePlanTotal = (instalments: number): number =>
  buildPlan({
    ...{ amountCents: 1_000_000, rateBps: 1_200, accrual: 'SIMPLE_365' },
    ...{ start: utcDay(receivedAt), plan: { ...monthly, instalments } },
  }).reduce((sum, { paymentCents }) => sum + paymentCents, 0);
