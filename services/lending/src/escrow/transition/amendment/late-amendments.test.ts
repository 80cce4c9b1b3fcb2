/** Amendments of loans that are due, and the days on which they begin to count. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import {
  at,
  buildExtension,
  hasReason,
  newPlanned,
  newSingle,
  rate,
  yearly,
} from '../../../testing/amended-loan.ts';
import { replayLoan } from '../../balance/replay-loan.ts';

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
