/** Agreed amendments whose money or signatures are missing: lapse, dispute and standstill. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loan } from '../../../testing/amended-loan.ts';
import {
  at,
  buildExtension,
  hasReason,
  newPlanned,
  newSingle,
} from '../../../testing/amended-loan.ts';
import { hash } from '../../../testing/loans.ts';

const seize = { transition: 'FINALIZE_SEIZE' } as const;
/** Overdue, extended for a fee, signed by both on 20 May; it lapses on 30 May at noon. */
const newExtended = (): Loan =>
  newSingle()
    .pass(at('2027-05-20'))
    .amend(buildExtension('2027-08-01', { feeCents: 50_000 }), at('2027-05-20'));
const lapse = at('2027-05-30');
const afterLapse = new Date('2027-05-30T12:00:02.000Z');

test('a lender who keeps the agreed money without an answer gets a dispute and not the domain', () => {
  const loan = newExtended().report(at('2027-05-21'), 50_000, 1);
  assert.throws(() => loan.by('LENDER', seize, afterLapse), hasReason('AMENDMENT_AGREED'));
  loan.pass(afterLapse);
  const { status, amendment, escalation, openPayments } = loan.escrow;
  assert.deepEqual([status, amendment, escalation?.by], ['ESCALATED', null, 'SYSTEM']);
  assert.equal(openPayments?.length, 1, 'the lender can still confirm it');
});

test('a lapse without such money, or after its denial, lets the lender take the domain', () => {
  const unpaid = newExtended().pass(afterLapse).by('LENDER', seize, afterLapse);
  assert.equal(unpaid.escrow.status, 'FINALIZED_LENDER_SEIZURE');
  const denied = newExtended().report(at('2027-05-21'), 50_000, 1);
  const paymentId = denied.escrow.openPayments?.at(-1)?.id ?? '';
  const denial = { transition: 'DENY_PAYMENT', paymentId, reason: 'Nothing arrived.' } as const;
  denied.by('LENDER', denial, at('2027-05-22')).pass(afterLapse).by('LENDER', seize, afterLapse);
  assert.equal(denied.escrow.status, 'FINALIZED_LENDER_SEIZURE');
  const lastMoment = newExtended().report(at('2027-05-21'), 50_000, 1);
  const reported = lastMoment.escrow.openPayments?.at(-1)?.id ?? '';
  lastMoment.by('LENDER', { ...denial, paymentId: reported }, new Date(+lapse - 3_000));
  lastMoment.pass(afterLapse);
  assert.throws(() => lastMoment.by('LENDER', seize, at('2027-06-05')), /may still repay/);
  assert.equal(
    lastMoment.by('BORROWER', { transition: 'ESCALATE' }, at('2027-06-05')).escrow.status,
    'ESCALATED',
  );
  const vague = newExtended();
  const report = { transition: 'REPORT_PAYMENT', date: '2027-05-21', amountCents: 50_000 } as const;
  vague.by('BORROWER', { ...report, amendment: 1 }, at('2027-05-21')).pass(afterLapse);
  assert.equal(vague.escrow.status, 'LOAN_POSTED', 'details are what a lender can look for');
});

test('deadlines end an amendment at once, also before their job runs', () => {
  const none = hasReason('NO_AMENDMENT');
  const draft = buildExtension('2027-08-01');
  const proposed = newSingle().propose(draft, at('2027-04-01'));
  assert.throws(() => proposed.agree(at('2027-04-08')), none);
  const agreed = newSingle().propose(draft, at('2027-04-01')).agree(at('2027-04-02'));
  assert.throws(() => agreed.sign(at('2027-04-05')), none);
  const inDispute = newSingle().by('LENDER', { transition: 'ESCALATE' }, at('2027-04-01'));
  inDispute.propose(draft, at('2027-04-01')).agree(at('2027-04-02'));
  const signature = { transition: 'SIGN_AMENDMENT', sha256: hash } as const;
  inDispute.by('BORROWER', signature, at('2027-04-03'));
  assert.throws(() => inDispute.by('LENDER', signature, at('2027-04-05')), none);
  assert.throws(() => newExtended().report(lapse, 50_000, 1), none);
  const inTime = newExtended().report(at('2027-05-29'), 50_000, 1).confirm(lapse);
  assert.equal(inTime.escrow.amended?.count, 1, 'reported in time, and the lender confirms it');
});

test('an extension is due after the last day on which it can begin to count', () => {
  const tooEarly = (error: unknown) =>
    'terms.due' in ((error as { details?: { fields?: object } }).details?.fields ?? {});
  const day = at('2027-05-20');
  const propose = (due: string, feeCents: number) =>
    newSingle().pass(day).propose(buildExtension(due, { feeCents }), day);
  assert.throws(() => propose('2027-05-30', 50_000), tooEarly);
  assert.equal(propose('2027-05-31', 50_000).escrow.amendment?.status, 'PROPOSED');
  assert.throws(() => propose('2027-05-23', 0), tooEarly, 'three days for signatures');
  assert.throws(() => propose('2027-05-24', 0).agree(at('2027-05-21')), tooEarly);
});

const escalate = { transition: 'ESCALATE' } as const;

test('neither party ends a signed amendment by a dispute, and the lender’s answer ends it in time or late', () => {
  const paid = newExtended().report(at('2027-05-21'), 50_000, 1);
  paid.by('LENDER', escalate, at('2027-05-22')).pass(at('2027-06-20'));
  assert.deepEqual(
    [paid.escrow.status, paid.escrow.amendment?.status],
    ['ESCALATED', 'AWAITING_MONEY'],
    'it waits for the answer to money that was reported in time',
  );
  paid.confirm(at('2027-06-20'));
  assert.deepEqual([paid.escrow.status, paid.escrow.amended?.count], ['LOAN_POSTED', 1]);
  const later = newExtended().by('LENDER', escalate, at('2027-05-21'));
  later.report(at('2027-05-22'), 50_000, 1).confirm(at('2027-05-22'));
  assert.deepEqual([later.escrow.status, later.escrow.amended?.count], ['LOAN_POSTED', 1]);
});

test('in a dispute an unsigned agreement ends at once, and a signed one without its money in ten days', () => {
  const agreed = newSingle().propose(buildExtension('2027-08-01'), at('2027-04-01'));
  agreed.agree(at('2027-04-01')).by('LENDER', escalate, at('2027-04-02'));
  assert.equal(agreed.escrow.amendment, null);
  const unpaid = newExtended().by('BORROWER', escalate, at('2027-05-21')).pass(afterLapse);
  assert.deepEqual([unpaid.escrow.status, unpaid.escrow.amendment], ['ESCALATED', null]);
  const denied = newExtended().report(at('2027-05-21'), 50_000, 1);
  const paymentId = denied.escrow.openPayments?.at(-1)?.id ?? '';
  const denial = { transition: 'DENY_PAYMENT', paymentId, reason: 'Nothing arrived.' } as const;
  denied.by('LENDER', escalate, at('2027-05-22')).pass(at('2027-06-20'));
  denied.by('LENDER', denial, at('2027-06-20')).pass(at('2027-06-20'));
  assert.deepEqual([denied.escrow.status, denied.escrow.amendment], ['ESCALATED', null]);
});

test('a loan is not accelerated while an agreed amendment waits', () => {
  const loan = newPlanned().pass(at('2027-03-20'));
  loan.amend(buildExtension('2028-02-29', { feeCents: 5_000 }), at('2027-03-20'));
  const accelerate = { transition: 'ACCELERATE' } as const;
  assert.throws(
    () => loan.by('LENDER', accelerate, at('2027-03-21')),
    hasReason('AMENDMENT_AGREED'),
  );
  loan.pass(at('2027-03-31')).by('LENDER', accelerate, at('2027-03-31'));
  assert.ok(loan.escrow.acceleratedAt);
});

/** Agreed the day before it falls due on 1 May at 9:00, for a fee; it lapses on 10 May at noon, after the end of grace. */
const newCrossing = (): Loan =>
  newSingle().amend(buildExtension('2027-08-01', { feeCents: 50_000 }), at('2027-04-30'));
const crossingLapse = new Date('2027-05-10T12:00:02.000Z');

test('the due date that falls within the ten days has its notice, and the standstill outlasts its grace', () => {
  const loan = newCrossing().pass(at('2027-05-02'));
  assert.deepEqual(loan.escrow.noticeAt, new Date('2027-05-01T09:00:00.000Z'));
  const early = new Date('2027-05-10T10:00:00.000Z');
  loan.pass(early);
  assert.ok(loan.escrow.graceEndNotifiedAt, 'grace has ended');
  assert.throws(() => loan.by('LENDER', seize, early), hasReason('AMENDMENT_AGREED'));
});

test('money of that extension paid after the due date ends its notice, and the loan was extended in time', () => {
  const loan = newCrossing().pass(at('2027-05-03')).report(at('2027-05-03'), 50_000, 1);
  loan.pass(at('2027-05-09')).confirm(at('2027-05-09'));
  const { noticeAt, graceEndNotifiedAt, extendedLate = false, dueAt } = loan.escrow;
  assert.deepEqual([noticeAt, graceEndNotifiedAt, extendedLate], [null, null, false]);
  assert.equal(dueAt?.toISOString().slice(0, 10), '2027-08-01');
  loan.pass(at('2027-07-30'));
  assert.equal(loan.escrow.noticeAt, null);
  assert.throws(() => loan.by('LENDER', seize, at('2027-07-30')));
});

test('its lapse after the due date leaves the notice and the grace of that date, so the domain can be taken at once', () => {
  const loan = newCrossing().pass(crossingLapse);
  const { amendment, noticeAt, dueAt } = loan.escrow;
  assert.equal(amendment, null);
  assert.deepEqual(
    [noticeAt, dueAt].map((one) => one?.toISOString().slice(0, 10)),
    ['2027-05-01', '2027-05-01'],
  );
  loan.by('LENDER', seize, crossingLapse);
  assert.equal(loan.escrow.status, 'FINALIZED_LENDER_SEIZURE');
});
