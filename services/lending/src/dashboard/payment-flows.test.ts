/** The dated payments of a loan: at both ends of the 90 days, in grace, and while a payment is in progress. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { Escrow } from '../escrow/escrow.ts';
import { computePayoff } from '../escrow/stage.ts';
import type { Party } from '../loan/roles.ts';
import { missedInstalment } from '../testing/acceleration-samples.ts';
import {
  buildLoan,
  buildPostedLoan,
  claim,
  inStatus,
  received,
  simple,
  start,
} from '../testing/loans.ts';
import type { PaymentFlow } from './payment-flows.ts';
import { compareFlows, listFlows } from './payment-flows.ts';

const listAt = (escrow: Escrow, party: Party, now: Date) => listFlows(escrow, party, { now });
/** The first of the flows of a loan. */
const computeFlow = (...args: Parameters<typeof listAt>) => listAt(...args)[0] ?? null;

/** The due date of `received`. */
const due = new Date('2026-05-09T09:00:00.000Z');
const noticed = { ...received, noticeAt: due };
const running = buildPostedLoan(received);
const inGrace = buildPostedLoan(noticed);
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
const inCustody = (fields: Partial<Escrow> = {}) =>
  buildLoan({
    ...inStatus.DOMAIN_IN_CUSTODY,
    status: 'DOMAIN_IN_CUSTODY',
    fundingFrom: start,
    ...fields,
  });

test('a repayment goes out for the borrower and comes in for the lender, with the amount of its day', () => {
  const now = addDays(due, -20);
  const repayment = {
    escrowId: 'escrow1',
    domainName: 'harborline.com',
    unicodeName: 'harborline.com',
    kind: 'REPAYMENT',
    at: due,
    // 900.50 at 18 % for 60 days.
    amountCents: 92_754,
    graceEndsAt: addDays(due, 8),
  };
  assert.deepEqual(computeFlow(running, 'BORROWER', now), { ...repayment, direction: 'OUT' });
  assert.deepEqual(computeFlow(running, 'LENDER', now), { ...repayment, direction: 'IN' });
});

test('the 90 days include both of their ends', () => {
  const shown = (now: Date) => computeFlow(running, 'BORROWER', now)?.at;
  assert.deepEqual(shown(addDays(due, -90)), due);
  assert.equal(shown(later(addDays(due, -90), -1)), undefined);
  assert.deepEqual(shown(later(due, -1)), due);
  // At that moment it is due, in grace.
  assert.deepEqual(shown(due), due);
});

test('in grace, the amount is the payoff of today; an overdue loan has no date', () => {
  for (const days of [0, 3, 7.5]) {
    const now = addDays(due, days);
    const flow = computeFlow(inGrace, 'BORROWER', now);
    assert.deepEqual([flow?.at, flow?.graceEndsAt], [due, addDays(due, 8)]);
    assert.equal(flow?.amountCents, computePayoff(inGrace, now));
  }
  assert.ok(Number(computePayoff(inGrace, addDays(due, 3))) > 92_754);
  assert.equal(computeFlow(inGrace, 'BORROWER', later(addDays(due, 8), 1)), null);
});

test('a loan with instalments has its next one, and in grace what cures the default', () => {
  const planned = { ...missedInstalment, ...simple, noticeAt: null, missed: [] };
  const first = buildPostedLoan({ ...received, ...planned });
  const before = computeFlow(first, 'BORROWER', addDays(due, -20));
  assert.deepEqual([before?.at, before?.amountCents], [due, 20_000]);
  const missed = buildPostedLoan({ ...received, ...missedInstalment, ...simple, noticeAt: due });
  const late = computeFlow(missed, 'LENDER', addDays(due, 3));
  assert.deepEqual([late?.at, late?.amountCents], [due, 20_000]);
  assert.deepEqual(late?.graceEndsAt, addDays(due, 8));
  const paid = { id: 'p1', day: utcDay(due), amountCents: 20_000, deemedAt: null };
  const second = buildPostedLoan({
    ...{ ...received, ...planned, countedPayments: [paid] },
    instalmentDueAt: addDays(due, 60),
  });
  const last = computeFlow(second, 'BORROWER', addDays(due, 1));
  // 900.50 with 26.64 interest less 200, and then 60 days at 18 % on 727.14.
  assert.deepEqual([last?.at, last?.amountCents], [addDays(due, 60), 74_866]);
});

test('a loan with instalments has all of the 90 days, and in grace those after what is due', () => {
  const rows = [60, 75, 90, 120, 180].map((day) => ({ day, cents: day < 180 ? 20_000 : null }));
  const plan = { ...bulletPlan, kind: 'CUSTOM' as const, instalments: 5, rows };
  const planned = { ...missedInstalment, ...simple, noticeAt: null, missed: [], plan };
  const flows = listAt(
    buildPostedLoan({ ...received, ...planned, dueAt: addDays(due, 120) }),
    'BORROWER',
    addDays(due, -30),
  );
  assert.deepEqual(
    flows.map(({ at, amountCents, graceEndsAt }) => [at, amountCents, graceEndsAt]),
    [0, 15, 30, 60].map((days) => [addDays(due, days), 20_000, addDays(due, days + 8)]),
  );
  const late = buildPostedLoan({ ...received, ...planned, noticeAt: due });
  const inGrace = listAt(late, 'LENDER', addDays(due, 3));
  assert.deepEqual(
    inGrace.map(({ at }) => at),
    [0, 15, 30, 60].map((days) => addDays(due, days)),
  );
});

test('an accelerated loan owes all on the day on which the acceleration takes effect, then it is overdue', () => {
  const acceleratedAt = addDays(due, 10);
  const end = addDays(acceleratedAt, 7);
  const accelerated = buildPostedLoan({
    ...{ ...received, ...missedInstalment, ...simple },
    acceleratedAt,
  });
  for (const at of [acceleratedAt, end]) {
    assert.deepEqual(
      listAt(accelerated, 'BORROWER', at).map(({ direction, at: on, amountCents }) => [
        direction,
        on,
        amountCents,
      ]),
      [['OUT', end, computePayoff(accelerated, end)]],
    );
  }
  assert.deepEqual(listAt(accelerated, 'LENDER', later(end, 1)), []);
});

const now = addDays(due, -20);
const none: [string, Escrow][] = [
  ['a payment that the lender has sent', buildPostedLoan()],
  ['a claimed repayment', buildPostedLoan({ ...received, claim })],
  [
    'a claimed repayment that blocks nothing',
    buildPostedLoan({ ...received, claim, blockingClaimUsed: true }),
  ],
  ['a dispute', buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED' })],
  ['a loan to sign', buildLoan({ ...inStatus.PENDING_SIGNATURE })],
  ['a loan that waits for its domain', buildLoan({ ...inStatus.NEW, status: 'NEW' })],
];
for (const [name, escrow] of none)
  test(`${name} is no future payment`, () => {
    for (const party of ['BORROWER', 'LENDER'] as const)
      assert.equal(computeFlow(escrow, party, now), null);
  });

test('the loan’s money goes out for the lender until the loan lapses', () => {
  const at = addDays(start, 5);
  const flow = (days: number, escrow = inCustody()) =>
    computeFlow(escrow, 'LENDER', addDays(start, days));
  for (const days of [0, 5, 9]) {
    assert.deepEqual(
      [flow(days)?.kind, flow(days)?.direction, flow(days)?.at, flow(days)?.amountCents],
      ['FUNDING', 'OUT', at, 90_050],
    );
  }
  assert.equal(flow(10), null);
  assert.equal(computeFlow(inCustody(), 'BORROWER', start)?.direction, 'IN');
  assert.equal(flow(0, inCustody({ cancelRequestedAt: start })), null);
});

test('flows are in the order of their dates, late ones first', () => {
  const flows = [running, inCustody(), buildPostedLoan({ ...noticed, id: 'escrow0' })]
    .map((escrow) => computeFlow(escrow, 'LENDER', addDays(start, 6)))
    .filter((flow): flow is PaymentFlow => flow !== null)
    .sort(compareFlows);
  assert.deepEqual(
    flows.map(({ escrowId, kind }) => `${escrowId} ${kind}`),
    ['escrow1 FUNDING', 'escrow0 REPAYMENT', 'escrow1 REPAYMENT'],
  );
});
