/** The lender's deadlines in custody and after a mark, to the millisecond, and what old records keep. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import {
  buildLoan,
  buildPostedLoan,
  decideAs,
  inStatus,
  matchesError,
  start,
} from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { computeStage } from '../stage.ts';
import { findNextTimedTransition } from './escrow-jobs.ts';
import { computeFundingDueAt, computeMarkLapseAt } from './funding.ts';

const custody = buildLoan({
  ...inStatus.DOMAIN_IN_CUSTODY,
  status: 'DOMAIN_IN_CUSTODY',
  fundingFrom: start,
  statusAt: start,
});
const ms = (date: Date, by: number) => new Date(date.getTime() + by);
const day = (days: number) => addDays(start, days);

/** The timed transitions until `to`, checked every hour. */
function runUntil(escrow: Escrow, to: Date) {
  const done: string[] = [];
  let current = escrow;
  for (let now = start; now <= to; now = addDays(now, 1 / 24)) {
    for (;;) {
      const next = findNextTimedTransition(current, now);
      if (!next || next.at > now) break;
      done.push(`${now.toISOString().slice(0, 13)} ${next.transition}`);
      current = decideAs('SYSTEM', current, { transition: next.transition }, now).after;
    }
  }
  return { done, after: current };
}

test('the lender is reminded after 1, 3, 4 and 5 days, and the loan ends after 10 days as unfunded', () => {
  const { done, after } = runUntil(custody, day(11));
  assert.deepEqual(done, [
    '2026-03-02T10 REMIND_FUNDING',
    '2026-03-04T10 REMIND_FUNDING',
    '2026-03-05T10 REMIND_FUNDING',
    '2026-03-06T10 REMIND_FUNDING',
    '2026-03-11T10 EXPIRE_FUNDING',
  ]);
  assert.deepEqual([after.status, after.unfunded], ['CANCELLED', true]);
});

test('at the deadline the borrower’s cancel turns from a request into an end, to the millisecond', () => {
  const cancel = (now: Date) => decideAs('BORROWER', custody, { transition: 'CANCEL' }, now).after;
  const before = cancel(ms(day(5), -1));
  assert.deepEqual([before.status, before.unfunded ?? null], ['DOMAIN_IN_CUSTODY', null]);
  const after = cancel(day(5));
  assert.deepEqual([after.status, after.unfunded], ['CANCELLED', true]);
  // A request from before the deadline doesn't stop it.
  const again = decideAs('BORROWER', before, { transition: 'CANCEL' }, day(5)).after;
  assert.equal(again.status, 'CANCELLED');
  // The first commit wins: a mark after the deadline still counts, and ends the borrower's right.
  const marked = decideAs('LENDER', custody, { transition: 'MARK_PAID' }, day(6)).after;
  assert.throws(
    () => decideAs('BORROWER', marked, { transition: 'CANCEL' }, day(6)),
    matchesError('CONFLICT', /cancel is not possible now/),
  );
});

test('a mark without details lapses after 3 days to the millisecond, with daily reminders', () => {
  const marked = decideAs('LENDER', custody, { transition: 'MARK_PAID' }, start).after;
  assert.deepEqual(computeMarkLapseAt(marked), day(3));
  const expire = (now: Date) =>
    decideAs('SYSTEM', marked, { transition: 'EXPIRE_MARK' }, now).after;
  assert.throws(() => expire(ms(day(3), -1)), matchesError('CONFLICT', /too early/));
  const lapsed = expire(day(3));
  assert.deepEqual([lapsed.status, lapsed.sent], ['DOMAIN_IN_CUSTODY', null]);
  assert.deepEqual(computeFundingDueAt(lapsed), day(5));
  const { done } = runUntil(marked, day(2.5));
  assert.deepEqual(
    done.filter((line) => line.endsWith('REMIND_DETAILS')),
    ['2026-03-02T10 REMIND_DETAILS', '2026-03-03T10 REMIND_DETAILS'],
  );
});

test('a receipt and a lapse exclude each other', () => {
  const marked = decideAs('LENDER', custody, { transition: 'MARK_PAID' }, start).after;
  const received = decideAs('BORROWER', marked, { transition: 'CONFIRM_RECEIPT' }, day(3)).after;
  assert.throws(
    () => decideAs('SYSTEM', received, { transition: 'EXPIRE_MARK' }, day(4)),
    matchesError('CONFLICT', /too early/),
  );
  const lapsed = decideAs('SYSTEM', marked, { transition: 'EXPIRE_MARK' }, day(3)).after;
  assert.throws(
    () => decideAs('BORROWER', lapsed, { transition: 'CONFIRM_RECEIPT' }, day(3)),
    matchesError('CONFLICT', /confirm receipt is not possible now/),
  );
  const gotIt = decideAs('BORROWER', lapsed, { transition: 'MARK_PAID' }, day(3)).after;
  assert.equal(gotIt.receipt?.by, 'BORROWER');
});

test('after a lapse the lender has 2 days, the loan at least 3, and the next mark needs its details', () => {
  const late = decideAs('LENDER', custody, { transition: 'MARK_PAID' }, day(9)).after;
  const lapsed = decideAs('SYSTEM', late, { transition: 'EXPIRE_MARK' }, day(12)).after;
  assert.deepEqual(computeFundingDueAt(lapsed), day(14));
  assert.throws(
    () => decideAs('SYSTEM', lapsed, { transition: 'EXPIRE_FUNDING' }, ms(day(15), -1)),
    matchesError('CONFLICT', /too early/),
  );
  const mark = (input: object) =>
    decideAs('LENDER', lapsed, { transition: 'MARK_PAID', ...input }, day(13)).after;
  assert.throws(() => mark({ method: 'Wire' }), matchesError('CONFLICT', /lapsed without/));
  const full = { date: '2026-03-13', method: 'Wire', reference: 'S-2' };
  assert.equal(mark(full).status, 'LOAN_POSTED');
  const { after } = decideAs('SYSTEM', lapsed, { transition: 'EXPIRE_FUNDING' }, day(15));
  assert.equal(after.status, 'CANCELLED');
});

test('a lapsed mark publishes no event for domains, because the domain stays in custody for the loan', () => {
  const marked = decideAs('LENDER', custody, { transition: 'MARK_PAID' }, start).after;
  const { events } = decideAs('SYSTEM', marked, { transition: 'EXPIRE_MARK' }, day(3));
  assert.deepEqual(
    events.map(({ subject }) => subject),
    ['lending.escrow.moved'],
  );
});

test('records of former releases have no deadline and no lapse', () => {
  const { fundingFrom: _from, ...old } = custody;
  assert.equal(findNextTimedTransition(old, day(40)), null);
  const { markedAt: _at, ...posted } = buildPostedLoan({ statusAt: start });
  assert.equal(computeMarkLapseAt(posted), null);
  assert.equal(computeStage(posted, day(40)), 'AWAITING_RECEIPT');
});
