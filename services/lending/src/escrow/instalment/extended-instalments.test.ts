/** A loan with instalments that is extended: what accrued before stays due, and what was paid on the day stays paid. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft } from '../../loan/amendment.ts';
import { actors, buildLoan, hash, simple } from '../../testing/loans.ts';
import { replayLoan } from '../balance/replay-loan.ts';
import type { Escrow } from '../escrow.ts';
import { computeDueCents } from '../transition/amendment/amendment-terms.ts';
import { decideTransition } from '../transition/decide-transition.ts';
import { findNextTimedTransition } from '../transition/escrow-jobs.ts';
import type { TransitionInput } from '../transition/transitions.ts';
import { buildSchedule } from './schedule.ts';

const at = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
type Role = 'BORROWER' | 'LENDER' | 'SYSTEM';
type Move = readonly [role: Role, input: TransitionInput, paymentId?: string];

/** The timed transitions until a day, then these moves on it. */
function run(loan: Escrow, day: string, ...moves: Move[]): Escrow {
  const now = at(day);
  let escrow = loan;
  const move = ([role, input, paymentId = 'p0']: Move, on: Date): void => {
    escrow = decideTransition(escrow, input, { by: actors[role], now: on, paymentId }).after;
  };
  for (;;) {
    const next = findNextTimedTransition(escrow, now);
    if (!next || next.at > now) break;
    move(['SYSTEM', { transition: next.transition }], next.at);
  }
  for (const one of moves) move(one, now);
  return escrow;
}

/** 10,000 at 12 %, in twelve payments of 888.08 from 28 February, with 5 points of default interest. */
const newLoan = (): Escrow => {
  const plan = {
    ...bulletPlan,
    kind: 'INSTALMENTS',
    instalments: 12,
    defaultRateBps: 500,
  } as const;
  const received = at('2027-01-31');
  const sent = { date: null, method: null, reference: null, at: received };
  const terms = { amountCents: 1_000_000, rateBps: 1_200, termDays: 365, ...simple, plan };
  const posted = buildLoan({ status: 'LOAN_POSTED', ...terms, inCustodyAt: received, sent });
  return run(posted, '2027-01-31', ['BORROWER', { transition: 'CONFIRM_RECEIPT' }]);
};

const report = (date: string, amountCents: number, id: string, amendment?: number): Move => [
  'BORROWER',
  {
    ...{ transition: 'REPORT_PAYMENT', date, method: 'Wire', reference: id, amountCents },
    ...(amendment ? { amendment } : {}),
  },
  id,
];
const confirm = (paymentId: string): Move => [
  'LENDER',
  { transition: 'CONFIRM_PAYMENT', paymentId },
];
const accelerate: Move = ['LENDER', { transition: 'ACCELERATE' }];

const extension: AmendmentDraft = {
  ...{ kind: 'EXTEND', feeCents: 0, interest: 'KEEP' },
  terms: { due: new Date('2028-03-31T00:00:00.000Z') },
};

function extend(loan: Escrow, day: string, draft = extension): Escrow {
  const dueCents = computeDueCents(loan, draft, at(day));
  return run(
    loan,
    day,
    ['BORROWER', { transition: 'PROPOSE_AMENDMENT', ...draft }],
    ['LENDER', { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents }],
    ['BORROWER', { transition: 'SIGN_AMENDMENT', sha256: hash }],
    ['LENDER', { transition: 'SIGN_AMENDMENT', sha256: hash }],
  );
}

function owed(loan: Escrow, day: string) {
  assert.ok(loan.receipt);
  return replayLoan(loan, loan.receipt, { day: at(day) });
}
const states = (loan: Escrow, day: string) =>
  buildSchedule(loan, at(day)).map(
    ({ due, state }) => `${due.toISOString().slice(5, 10)} ${state}`,
  );

test('an extension of an accelerated loan changes nothing of what is owed until its day', () => {
  const accelerated = run(newLoan(), '2027-03-20', accelerate);
  const day = '2027-05-20';
  const late = run(accelerated, day);
  const extended = extend(late, day);
  assert.equal(extended.acceleratedAt, null);
  for (const on of ['2027-04-10', day]) {
    assert.equal(owed(extended, on).payoffCents, owed(late, on).payoffCents, on);
    assert.ok(owed(extended, on).defaultInterestCents > 1_000, on);
  }
  assert.equal(states(extended, day)[0], '05-31 PLANNED');
  const dueCents = computeDueCents(late, { ...extension, interest: 'PAY' }, at(day));
  const waiting = extend(late, day, { ...extension, interest: 'PAY' });
  const paid = run(waiting, day, report(day, dueCents, 'p1', 1), confirm('p1'));
  const { principalCents, payoffCents } = owed(paid, day);
  assert.deepEqual([principalCents, payoffCents], [1_000_000, 1_000_000]);
});

test('a payment that had cured the default takes an ended acceleration back, also after the extension', () => {
  const extended = extend(run(newLoan(), '2027-03-14', accelerate), '2027-03-24');
  assert.equal(extended.pastAccelerations?.length, 1);
  const confirmed = run(extended, '2027-03-25', report('2027-03-10', 88_917, 'p1'), confirm('p1'));
  assert.deepEqual(confirmed.pastAccelerations, []);
});

test('an instalment that is paid on the day of an extension stays paid, and the last due date is the signed one', () => {
  for (const day of ['2027-02-25', '2027-02-28']) {
    const paid = run(newLoan(), day, report(day, 88_808, 'p1'), confirm('p1'));
    const fee = { ...extension, feeCents: 50_000 };
    const waiting = extend(paid, day, fee);
    const extended = run(waiting, day, report(day, 50_000, 'p2', 1), confirm('p2'));
    assert.equal(extended.dueAt?.toISOString().slice(0, 10), '2028-03-31', day);
    assert.deepEqual(states(extended, day).slice(0, 2), states(paid, day).slice(0, 2), day);
    assert.match(states(extended, day)[1] ?? '', /03-31 PLANNED/);
    const { applied, feesCents } = owed(extended, day);
    assert.deepEqual([applied.map((one) => one.feesCents), feesCents], [[0, 50_000], 0], day);
    const unchanged = run(extended, '2027-03-05');
    assert.deepEqual([unchanged.noticeAt, unchanged.missed], [null, paid.missed], day);
  }
});
