/** A loan with instalments from its receipt to its end: due dates, cure, acceleration, seizure. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { PlanKind, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { viewBalance } from '../../payment/view-balance.ts';
import { actors, buildLoan } from '../../testing/loans.ts';
import { findNextDue } from '../balance/next-due.ts';
import type { Escrow } from '../escrow.ts';
import { computeStage } from '../stage.ts';
import { decideTransition } from '../transition/decide-transition.ts';
import { findNextTimedTransition } from '../transition/escrow-jobs.ts';
import type { TransitionInput } from '../transition/transitions.ts';
import { buildSchedule } from './schedule.ts';

/** The receipt; monthly payments fall on the 31st or the last day of the month, at this time of day. */
const receivedAt = new Date('2027-01-31T09:00:00.000Z');
const yearly: PlanTerms = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 12 };

/** A1 of the computed cases: 10,000 at 12 % in twelve equal payments of 888.08. */
function newPlanned(plan: Partial<PlanTerms> = {}): Loan {
  const posted = buildLoan({
    status: 'LOAN_POSTED',
    amountCents: 1_000_000,
    rateBps: 1_200,
    termDays: 365,
    accrual: 'SIMPLE_365',
    plan: { ...yearly, ...plan },
    inCustodyAt: receivedAt,
    sent: { date: null, method: null, reference: null, at: receivedAt },
  });
  return new Loan(posted).by('BORROWER', { transition: 'CONFIRM_RECEIPT' }, receivedAt);
}

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

  /** Runs what becomes due until `now`. */
  pass(now: Date): this {
    for (let count = 0; count < 500; count++) {
      const next = findNextTimedTransition(this.escrow, now);
      if (!next || next.at > now) return this;
      this.by('SYSTEM', { transition: next.transition }, next.at);
    }
    throw new Error('Timed transitions do not end.');
  }

  report(amountCents: number, now: Date): this {
    const date = now.toISOString().slice(0, 10);
    const details = { date, method: 'Wire', reference: `R${this.#payments}`, amountCents };
    return this.by('BORROWER', { transition: 'REPORT_PAYMENT', ...details }, now);
  }

  answer(transition: 'CONFIRM_PAYMENT' | 'DENY_PAYMENT', now: Date): this {
    const paymentId = this.escrow.openPayments?.at(-1)?.id ?? '';
    const reason = 'Nothing arrived.';
    return this.by('LENDER', { transition, paymentId, reason }, now);
  }

  pay(amountCents: number, now: Date): this {
    return this.report(amountCents, now).answer('CONFIRM_PAYMENT', now);
  }

  stage = (now: Date) => computeStage(this.escrow, now);
  states = (now: Date) => buildSchedule(this.escrow, now).map(({ state }) => state);
}

const at = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
const dueAt = (day: string): Date => new Date(`${day}T09:00:00.000Z`);
const code = (reason: string) => (error: unknown) => {
  assert.equal((error as { details?: { reason?: string } }).details?.reason, reason);
  return true;
};

test('the receipt fixes the due dates: the next payment, and the last one', () => {
  const { escrow } = newPlanned();
  assert.deepEqual(escrow.instalmentDueAt, dueAt('2027-02-28'));
  assert.deepEqual(escrow.dueAt, dueAt('2028-01-31'));
  const single = newPlanned({ ...bulletPlan }).escrow;
  assert.equal(single.instalmentDueAt ?? null, null);
  assert.deepEqual(single.dueAt, addDays(receivedAt, 365));
});

const kinds: readonly [PlanKind, Partial<PlanTerms>][] = [
  ['INTEREST_ONLY', { instalments: 4 }],
  ['INSTALMENTS', { instalments: 4 }],
  ['EQUAL_PRINCIPAL', { instalments: 4 }],
  ['BALLOON', { instalments: 4, balloonOf: 12 }],
  [
    'CUSTOM',
    {
      instalments: 2,
      rows: [
        { day: 40, cents: 300_000 },
        { day: 90, cents: null },
      ],
    },
  ],
];
for (const [kind, plan] of kinds) {
  test(`a ${kind} loan is paid payment by payment and ends as repaid`, () => {
    const loan = newPlanned({ kind, ...plan });
    const count = buildSchedule(loan.escrow, receivedAt).length;
    for (let paid = 0; paid < count; paid++) {
      const due = loan.escrow.instalmentDueAt ?? receivedAt;
      loan.pass(new Date(due.getTime() - 60_000));
      assert.equal(loan.stage(due), 'IN_GRACE', 'due from that moment');
      const row = buildSchedule(loan.escrow, due)[paid];
      loan.pay(row?.paymentCents ?? 0, new Date(due.getTime() - 30_000));
    }
    assert.equal(loan.escrow.missed ?? null, null);
    assert.ok(loan.escrow.claim, 'the loan waits for the lender to return the domain');
    loan.by('LENDER', { transition: 'FINALIZE_RETURN' }, at('2028-02-01'));
    assert.equal(loan.escrow.status, 'FINALIZED_RETURN_TO_BORROWER');
    assert.deepEqual(new Set(loan.states(at('2028-02-02'))), new Set(['PAID']));
  });
}

test('a missed payment has its notice and grace, and is cured by what is overdue', () => {
  const loan = newPlanned().pass(at('2027-03-02'));
  assert.deepEqual(loan.escrow.noticeAt, dueAt('2027-02-28'));
  assert.equal(loan.stage(at('2027-03-02')), 'IN_GRACE');
  assert.deepEqual(loan.states(at('2027-03-02')).slice(0, 2), ['IN_GRACE', 'PLANNED']);
  loan.pay(88_808, at('2027-03-03'));
  assert.equal(loan.escrow.noticeAt, null);
  assert.equal(loan.stage(at('2027-03-03')), 'ACTIVE');
  assert.deepEqual(loan.escrow.instalmentDueAt, dueAt('2027-03-31'));
  assert.deepEqual(loan.escrow.missed, [
    { due: dueAt('2027-02-28'), curedOn: new Date('2027-03-03T00:00:00.000Z') },
  ]);
  assert.deepEqual(loan.states(at('2027-03-03')).slice(0, 2), ['CURED', 'PLANNED']);
});

test('after a first missed payment the domain can be taken only after an acceleration and 7 more days', () => {
  const loan = newPlanned().pass(at('2027-03-20'));
  assert.equal(loan.stage(at('2027-03-20')), 'OVERDUE');
  const seize = (now: string) => loan.by('LENDER', { transition: 'FINALIZE_SEIZE' }, at(now));
  assert.throws(() => seize('2027-03-20'), code('NOT_ACCELERATED'));
  loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-20'));
  assert.equal(loan.stage(at('2027-03-20')), 'ACCELERATED');
  assert.throws(() => seize('2027-03-27'), code('IN_GRACE'));
  // A part payment is recorded, and stops nothing.
  loan.pay(88_808, at('2027-03-22')).pass(at('2027-03-28'));
  assert.equal(loan.stage(at('2027-03-28')), 'ACCELERATED');
  assert.equal(seize('2027-03-28').escrow.status, 'FINALIZED_LENDER_SEIZURE');
});

test('after an acceleration the borrower ends the loan by the whole payoff', () => {
  const loan = newPlanned().pass(at('2027-03-20'));
  loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-20'));
  const claim = { date: '2027-03-25', method: 'Wire', reference: 'R' };
  loan.by('BORROWER', { transition: 'CLAIM_REPAID', ...claim }, at('2027-03-25'));
  const seize = () => loan.by('LENDER', { transition: 'FINALIZE_SEIZE' }, at('2027-03-28'));
  assert.throws(seize, code('CLAIM_OPEN'));
  loan.by('LENDER', { transition: 'FINALIZE_RETURN' }, at('2027-03-28'));
  assert.deepEqual(loan.escrow.repaidOn, new Date('2027-03-25T00:00:00.000Z'));
});

test('a further missed payment within 12 months needs only the end of grace', () => {
  const loan = newPlanned().pass(at('2027-03-02')).pay(88_808, at('2027-03-03'));
  loan.pass(at('2027-04-20'));
  const accelerate = () => loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-04-20'));
  assert.throws(accelerate, code('ACCELERATION_NOT_NEEDED'));
  loan.by('LENDER', { transition: 'FINALIZE_SEIZE' }, at('2027-04-20'));
  assert.equal(loan.escrow.status, 'FINALIZED_LENDER_SEIZURE');
});

test('the next payment says which one of how many it is, until an acceleration', () => {
  const loan = newPlanned().pass(at('2027-02-01'));
  const first = { date: new Date('2027-02-28'), amountCents: 88_808, instalment: 1 };
  assert.deepEqual(findNextDue(loan.escrow, at('2027-02-01')), { ...first, instalments: 12 });
  loan.pay(88_808, at('2027-02-28'));
  assert.equal(findNextDue(loan.escrow, at('2027-03-01'))?.instalment, 2);
  loan.pass(at('2027-04-20')).by('LENDER', { transition: 'ACCELERATE' }, at('2027-04-20'));
  assert.equal(findNextDue(loan.escrow, at('2027-04-20'))?.instalment, undefined);
});

test('the last payment needs no acceleration', () => {
  const loan = newPlanned({ instalments: 2 });
  const [first] = buildSchedule(loan.escrow, receivedAt);
  loan.pay(first?.paymentCents ?? 0, at('2027-02-28'));
  assert.deepEqual(loan.escrow.instalmentDueAt, dueAt('2027-03-31'));
  loan.pass(at('2027-04-20'));
  loan.by('LENDER', { transition: 'FINALIZE_SEIZE' }, at('2027-04-20'));
  assert.equal(loan.escrow.status, 'FINALIZED_LENDER_SEIZURE');
});

test('a reported payment of all that is overdue blocks until it is denied, and a smaller one blocks nothing', () => {
  const loan = newPlanned().pass(at('2027-03-07')).report(100, at('2027-03-07'));
  assert.equal(loan.stage(at('2027-03-07')), 'IN_GRACE');
  loan.report(88_808, at('2027-03-07'));
  assert.equal(loan.stage(at('2027-03-07')), 'REPAYMENT_CLAIMED');
  const accelerate = () => loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-12'));
  assert.throws(accelerate, code('CLAIM_OPEN'));
  loan.answer('DENY_PAYMENT', at('2027-03-07')).report(88_808, at('2027-03-07'));
  assert.equal(loan.stage(at('2027-03-07')), 'IN_GRACE', 'only one such claim blocks');
  accelerate();
  assert.equal(loan.stage(at('2027-03-12')), 'ACCELERATED');
});

test('a payment made before the acceleration and confirmed after it undoes it', () => {
  const loan = newPlanned().pass(at('2027-03-10')).report(88_808, at('2027-03-10'));
  loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-12'));
  loan.answer('CONFIRM_PAYMENT', at('2027-03-13'));
  assert.equal(loan.escrow.acceleratedAt, null);
  assert.equal(loan.stage(at('2027-03-13')), 'ACTIVE');
});

test('after an acceleration the whole debt is due when it takes effect', () => {
  const loan = newPlanned().pass(at('2027-03-20'));
  loan.by('LENDER', { transition: 'ACCELERATE' }, at('2027-03-20'));
  const due = (now: string) => findNextDue(loan.escrow, at(now));
  const owed = (on: string) => viewBalance(loan.escrow, at(on)).payoffCents;
  const date = new Date('2027-03-27T00:00:00.000Z');
  assert.deepEqual(due('2027-03-21'), { date, amountCents: owed('2027-03-27') });
  assert.deepEqual(due('2027-03-30'), { date, amountCents: owed('2027-03-30') });
});
