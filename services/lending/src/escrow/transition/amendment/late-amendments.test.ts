/** Amendments of loans that are due, and of those whose deadlines have passed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import { actors, buildLoan, hash, simple } from '../../../testing/loans.ts';
import { replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { decideTransition } from '../decide-transition.ts';
import { findNextTimedTransition } from '../escrow-jobs.ts';
import type { TransitionInput } from '../transitions.ts';
import { computeDueCents } from './amendment-terms.ts';

const receivedAt = new Date('2027-01-31T09:00:00.000Z');
const yearly: PlanTerms = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 12 };
const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

const rate: AmendmentDraft = {
  ...{ kind: 'RATE', feeCents: 0, interest: 'KEEP' },
  terms: { rateBps: 1_100 },
};
const buildExtension = (due: string, more: Partial<AmendmentDraft> = {}): AmendmentDraft => ({
  ...{ kind: 'EXTEND', feeCents: 0, interest: 'KEEP' },
  terms: { due: new Date(due) },
  ...more,
});

/** 10,000 at 12 %: twelve equal payments of 888.08 at the end of each month, or the plan that is given. */
function newPlanned(plan: Partial<PlanTerms> = {}, termDays = 365): Loan {
  const posted = buildLoan({
    ...{ status: 'LOAN_POSTED', amountCents: 1_000_000, rateBps: 1_200, termDays, ...simple },
    plan: { ...yearly, ...plan },
    contractSha256: hash,
    inCustodyAt: receivedAt,
    sent: { date: null, method: null, reference: null, at: receivedAt },
  });
  return new Loan(posted).by('BORROWER', { transition: 'CONFIRM_RECEIPT' }, receivedAt);
}
/** Due on 1 May. */
const newSingle = (): Loan => newPlanned(bulletPlan, 90);

class Loan {
  escrow: Escrow;
  #payments = 0;

  constructor(escrow: Escrow) {
    this.escrow = escrow;
  }

  by(role: 'BORROWER' | 'LENDER' | 'SYSTEM', input: TransitionInput, now: Date): this {
    const paymentId = `p${String(++this.#payments).padStart(3, '0')}`;
    this.escrow = decideTransition(this.escrow, input, { by: actors[role], now, paymentId }).after;
    return this;
  }

  get receipt(): Receipt {
    assert.ok(this.escrow.receipt);
    return this.escrow.receipt;
  }

  /** Runs what becomes due until `now`. */
  pass(now: Date): this {
    for (let count = 0; count < 500; count++) {
      const next = findNextTimedTransition(this.escrow, now);
      if (!next || next.at > now) return this;
      this.by('SYSTEM', { transition: next.transition }, next.at);
    }
    throw new Error('Timed transitions do not end.');
  }

  propose(draft: AmendmentDraft, now: Date): this {
    return this.by('BORROWER', { transition: 'PROPOSE_AMENDMENT', ...draft }, now);
  }

  agree(now: Date): this {
    const { amendment } = this.escrow;
    assert.ok(amendment);
    const dueCents = computeDueCents(this.escrow, amendment, now);
    return this.by('LENDER', { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents }, now);
  }

  sign(now: Date): this {
    const input = { transition: 'SIGN_AMENDMENT', sha256: hash } as const;
    return this.by('BORROWER', input, now).by('LENDER', input, now);
  }

  amend(draft: AmendmentDraft, now: Date): this {
    return this.propose(draft, now).agree(now).sign(now);
  }

  /** `amendment`: the number whose agreed money it is. */
  report(now: Date, amountCents: number, amendment?: number): this {
    const date = now.toISOString().slice(0, 10);
    const reference = `R${this.#payments}`;
    const input = { transition: 'REPORT_PAYMENT', date, method: 'Wire', reference } as const;
    return this.by('BORROWER', { ...input, amountCents, amendment: amendment ?? null }, now);
  }

  confirm(now: Date): this {
    const paymentId = this.escrow.openPayments?.at(-1)?.id ?? '';
    return this.by('LENDER', { transition: 'CONFIRM_PAYMENT', paymentId }, now);
  }
}

const hasReason = (reason: string) => (error: unknown) =>
  (error as { details?: { reason?: string } }).details?.reason === reason;

test('a rate cannot change while a payment is due, nor on an accelerated loan', () => {
  const missed = newPlanned().pass(at('2027-03-05'));
  const { missed: before } = missed.escrow;
  assert.throws(() => missed.propose(rate, at('2027-03-05')), hasReason('PAYMENT_DUE'));
  assert.equal(missed.escrow.missed, before);
  const accelerated = newPlanned().pass(at('2027-03-20'));
  accelerated.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-20'));
  assert.throws(() => accelerated.propose(rate, at('2027-03-24')), hasReason('PAYMENT_DUE'));
  const both = buildExtension('2028-03-31', {
    terms: { due: new Date('2028-03-31'), rateBps: 900 },
  });
  accelerated.amend(both, at('2027-03-24'));
  assert.equal(accelerated.escrow.acceleratedAt, null, 'an extension can have another rate');
});

test('a rate that was proposed, agreed or paid before a payment fell due does not count after it', () => {
  const day = at('2027-02-27');
  const late = at('2027-02-28');
  const due = hasReason('PAYMENT_DUE');
  assert.throws(() => newPlanned().propose(rate, day).agree(late), due);
  assert.throws(() => newPlanned().propose(rate, day).agree(day).sign(late), due);
  const charged = { ...rate, feeCents: 5_000 };
  const waiting = newPlanned().amend(charged, day);
  assert.throws(() => waiting.report(late, 5_000, 1).confirm(late), due);
  const paid = newPlanned().amend(charged, day).report(day, 5_000, 1).confirm(late);
  assert.equal(paid.escrow.amended?.count, 1, 'its money was paid before');
});

test('what fell due while the money of an extension in time was under way was not missed', () => {
  const loan = newPlanned().amend(
    buildExtension('2028-02-29', { feeCents: 5_000 }),
    at('2027-02-27'),
  );
  loan.report(at('2027-02-27'), 5_000, 1).pass(at('2027-03-02'));
  assert.ok(loan.escrow.noticeAt);
  loan.confirm(at('2027-03-02'));
  assert.deepEqual(loan.escrow.missed, []);
  assert.ok(!loan.escrow.extendedLate);
});

test('an extension that was agreed late is late, also if what was due is paid before it counts', () => {
  const loan = newPlanned().pass(at('2027-03-05'));
  loan.amend(buildExtension('2028-02-29', { feeCents: 5_000 }), at('2027-03-05'));
  loan.report(at('2027-03-06'), 90_000).confirm(at('2027-03-06'));
  loan.report(at('2027-03-07'), 5_000, 1).confirm(at('2027-03-07'));
  assert.deepEqual([loan.escrow.amended?.count, loan.escrow.extendedLate], [1, true]);
  const early = newSingle().amend(buildExtension('2027-08-01'), at('2027-04-20'));
  assert.equal(early.escrow.extendedLate ?? false, false);
});

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

test('the first payment of a plan is due after the last day on which the plan can begin to count', () => {
  const field = (name: string) => (error: unknown) =>
    Object.keys((error as { details?: { fields?: object } }).details?.fields ?? {}).join() === name;
  const plan: PlanTerms = { ...yearly, period: '7D', instalments: 10 };
  const draft: AmendmentDraft = { kind: 'PLAN', terms: { plan }, feeCents: 0, interest: 'KEEP' };
  const day = at('2027-04-01');
  const free = newSingle().amend(draft, day);
  assert.equal(free.escrow.amended?.count, 1, 'three days for signatures');
  const charged = { ...draft, feeCents: 10_000 };
  assert.throws(() => newSingle().propose(charged, day), field('terms.period'));
  const rows = [
    { day: 10, cents: 500_000 },
    { day: 60, cents: null },
  ];
  const custom = { ...plan, kind: 'CUSTOM', instalments: 2, rows } as const;
  assert.throws(
    () => newSingle().propose({ ...charged, terms: { plan: custom } }, day),
    field('terms.rows'),
  );
  const fortnightly = { ...charged, terms: { plan: { ...plan, period: '14D' as const } } };
  const loan = newSingle().amend(fortnightly, day).report(at('2027-04-10'), 10_000, 1);
  loan.confirm(at('2027-04-10'));
  const { rows: left } = replayLoan(loan.escrow, loan.receipt, { day: at('2027-04-10') });
  assert.equal(left.length, 10, 'all that both signed');
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
