/** The schedule of timed transitions against docs/product-rules.md#schedule, with dates written out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import {
  buildFinalizeInput,
  buildLoan,
  buildPostedLoan,
  buildResolveInput,
  claim,
  decideAs,
  inStatus,
  matchesError,
  received,
  start,
} from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { computePayoff, computePayoffIfDenied } from '../stage.ts';
import { findNextTimedTransition } from './escrow-jobs.ts';

const at = (text: string) => new Date(`${text}:00.000Z`);
const full = { date: start, method: 'Wire', reference: 'S-1', at: start };
const sentAt = addDays(start, 2);
const sent = buildPostedLoan({ sent: { ...full, at: sentAt }, statusAt: sentAt });
const ms = (date: Date, by: number) => new Date(date.getTime() + by);

/** The timed transitions of a loan between `from` and `to`, checked every hour. */
function runUntil(
  escrow: Escrow,
  { from, to, every = 1 }: { from: Date; to: Date; every?: number },
) {
  const done: string[] = [];
  let now = from;
  let current = escrow;
  for (; now <= to; now = addDays(now, every / 24)) {
    for (let next = findNextTimedTransition(current, now); next && next.at <= now; ) {
      done.push(`${now.toISOString().slice(0, 13)} ${next.transition}`);
      current = decideAs('SYSTEM', current, { transition: next.transition }, now).after;
      next = findNextTimedTransition(current, now);
    }
  }
  return { done, after: current };
}

for (const [status, transition, days] of [
  ['PENDING_SIGNATURE', 'EXPIRE_SIGNATURE', 7],
  ['NEW', 'EXPIRE_TRANSFER', 30],
] as const) {
  test(`${status} ends after ${days} days to the millisecond, and not before`, () => {
    const waiting = buildLoan({ ...inStatus[status], status, statusAt: start });
    const end = addDays(start, days);
    assert.deepEqual(findNextTimedTransition(waiting, start), { transition, at: end });
    const early = () => decideAs('SYSTEM', waiting, { transition }, ms(end, -1));
    assert.throws(early, matchesError('CONFLICT', 'It is too early for this.'));
    assert.equal(decideAs('SYSTEM', waiting, { transition }, end).after.status, 'CANCELLED');
  });
}

test('a cancel request sets a deadline for the lender, which marking as paid clears', () => {
  const custody = buildLoan({ ...inStatus.DOMAIN_IN_CUSTODY, status: 'DOMAIN_IN_CUSTODY' });
  assert.equal(findNextTimedTransition(custody, start), null);
  const requested = decideAs('BORROWER', custody, { transition: 'CANCEL' }, start).after;
  const end = addDays(start, 3);
  assert.deepEqual(findNextTimedTransition(requested, start), {
    transition: 'CANCEL_UNANSWERED',
    at: end,
  });
  const paid = decideAs('LENDER', requested, { transition: 'MARK_PAID' }, addDays(start, 2)).after;
  assert.equal(findNextTimedTransition(paid, addDays(start, 2))?.transition, 'REMIND_DETAILS');
});

test('money sent with all details counts as received after five days, with three reminders', () => {
  const { done, after } = runUntil(sent, { from: sentAt, to: at('2026-03-09T00:00') });
  assert.deepEqual(done, [
    '2026-03-05T00 REMIND_RECEIPT',
    '2026-03-06T00 REMIND_RECEIPT',
    '2026-03-07T00 REMIND_RECEIPT',
    '2026-03-08T10 DEEM_RECEIVED',
  ]);
  assert.equal(after.receipt?.by, 'SILENCE');
  assert.deepEqual(after.dueAt, addDays(sentAt, 65));
});

for (const missing of ['date', 'method', 'reference'] as const) {
  test(`without the ${missing} silence only causes reminders`, () => {
    const partly = { ...sent, sent: { ...full, at: sentAt, [missing]: null } };
    const { done, after } = runUntil(partly, { from: sentAt, to: addDays(sentAt, 40) });
    assert.deepEqual(
      done.map((line) => line.slice(14)),
      ['REMIND_RECEIPT', 'REMIND_RECEIPT', 'REMIND_RECEIPT'],
    );
    assert.equal(after.receipt, null);
  });
}

test('a deemed receipt counts from the fifth day, however late the job runs', () => {
  const late = addDays(sentAt, 30);
  const { done, after } = runUntil(sent, { from: late, to: late });
  assert.deepEqual(done, [`${late.toISOString().slice(0, 13)} DEEM_RECEIVED`]);
  assert.deepEqual(after.receipt?.at, addDays(sentAt, 5));
  assert.deepEqual(after.dueAt, addDays(sentAt, 65));
});

test('the lender cannot seize on a deemed receipt until the borrower confirms it', () => {
  const deemed = runUntil(sent, { from: addDays(sentAt, 5), to: addDays(sentAt, 80) }).after;
  const now = addDays(sentAt, 81);
  const seize = (escrow: Escrow) =>
    decideAs('LENDER', escrow, buildFinalizeInput('SEIZE'), now).after.status;
  assert.throws(() => seize(deemed), matchesError('CONFLICT', /operator can decide/));
  const disputed = decideAs('LENDER', deemed, { transition: 'ESCALATE' }, now).after;
  const resolved = decideAs(
    'OPERATOR',
    disputed,
    buildResolveInput('SEIZE', 'The bank shows it.'),
    addDays(now, 10),
  ).after;
  assert.equal(resolved.status, 'FINALIZED_LENDER_SEIZURE');
  const confirmed = decideAs('BORROWER', deemed, { transition: 'CONFIRM_RECEIPT' }, now).after;
  assert.deepEqual([confirmed.receipt?.at, confirmed.dueAt], [deemed.receipt?.at, deemed.dueAt]);
  assert.equal(seize(confirmed), 'FINALIZED_LENDER_SEIZURE');
  assert.throws(
    () => decideAs('BORROWER', confirmed, { transition: 'CONFIRM_RECEIPT' }, now),
    matchesError('CONFLICT', /already confirmed/),
  );
});

const running = buildPostedLoan({ ...received, statusAt: start });
const receivedAt = at('2026-03-10T09:00');

test('reminders are sent 14, 7, 3 and 1 days before the due date, on it, and daily in grace', () => {
  const { done } = runUntil(running, { from: receivedAt, to: at('2026-06-30T00:00') });
  const reminders = [
    ...['2026-04-25', '2026-05-02', '2026-05-06', '2026-05-08', '2026-05-09'],
    ...['2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13', '2026-05-14', '2026-05-15'],
    ...['2026-05-16', '2026-05-17'],
  ].map((day) => `${day} REMIND_DUE`);
  const noticed = [...reminders.toSpliced(5, 0, '2026-05-09 SEND_NOTICE'), '2026-05-17 END_GRACE'];
  assert.deepEqual(
    done.map((line) => line.replace(/T\d\d/, '')),
    noticed,
  );
});

test('only reminders within the term are sent', () => {
  for (const [termDays, before] of [
    [1, 1],
    [2, 2],
    [7, 3],
    [8, 4],
    [15, 5],
  ] as const) {
    const dueAt = addDays(receivedAt, termDays);
    const { done } = runUntil({ ...running, termDays, dueAt }, { from: receivedAt, to: dueAt });
    const sentOnes = done.filter((line) => line.endsWith('REMIND_DUE'));
    assert.equal(sentOnes.length, before, `${termDays} days: ${done.join(', ')}`);
  }
});

test('when weeks pass at once, only the latest reminder is sent', () => {
  const dayBefore = at('2026-05-08T12:00');
  assert.deepEqual(runUntil(running, { from: dayBefore, to: dayBefore }).done, [
    '2026-05-08T12 REMIND_DUE',
  ]);
  const inGrace = at('2026-05-12T12:00');
  const jumped = runUntil(running, { from: inGrace, to: at('2026-05-13T12:00') });
  // The notice is sent late, so grace ends later: seven days after its receipt.
  assert.deepEqual(jumped.done, ['2026-05-12T12 SEND_NOTICE', '2026-05-13T00 REMIND_DUE']);
  const over = at('2026-07-01T12:00');
  const noticed = { ...running, noticeAt: at('2026-05-09T09:00') };
  assert.deepEqual(runUntil(noticed, { from: over, to: over }).done, ['2026-07-01T12 END_GRACE']);
});

test('there is no reminder while a claim is open, nor right after its denial', () => {
  const claimed = { ...running, claim: { ...claim, at: at('2026-05-01T08:00') } };
  const before = runUntil(claimed, { from: at('2026-05-01T08:00'), to: at('2026-05-10T08:00') });
  assert.deepEqual(before.done, ['2026-05-09T09 SEND_NOTICE']);
  const deny = { transition: 'DENY_REPAID', reason: 'Nothing came.' } as const;
  const denied = decideAs('LENDER', before.after, deny, at('2026-05-10T10:00')).after;
  const next = findNextTimedTransition(denied, at('2026-05-10T10:00'));
  assert.deepEqual(next, { transition: 'REMIND_DUE', at: at('2026-05-11T00:00') });
});

test('a notice sent while a claim is open has today’s payoff and mentions the claim', () => {
  const due = at('2026-05-09T09:00');
  const claimed = { ...running, claim: { ...claim, at: at('2026-05-01T08:00') } };
  const noticeOf = (escrow: Escrow) => {
    const { events, history } = decideAs('SYSTEM', escrow, { transition: 'SEND_NOTICE' }, due);
    const [moved] = events;
    assert.equal(moved?.subject, 'lending.escrow.moved');
    assert.equal(moved.data.hasNote, history.note !== null);
    return { ...moved.data, note: history.note };
  };
  assert.deepEqual(
    [noticeOf(claimed).payoffCents, noticeOf(running).payoffCents],
    [92_754, 92_754],
  );
  assert.match(noticeOf(claimed).note ?? '', /claim of repayment/);
  assert.equal(noticeOf(running).note, null);
});

test('a claim unanswered for ten days opens a dispute; a denial stops the period', () => {
  const claimedAt = at('2026-04-02T12:00');
  const claimed = { ...running, claim: { ...claim, at: claimedAt } };
  const end = addDays(claimedAt, 10);
  const escalate = { transition: 'ESCALATE_UNANSWERED' } as const;
  const early = () => decideAs('SYSTEM', claimed, escalate, ms(end, -1));
  assert.throws(early, matchesError('CONFLICT', 'It is too early for this.'));
  const { after } = decideAs('SYSTEM', claimed, escalate, end);
  assert.equal(after.status, 'ESCALATED');
  assert.equal(after.escalation?.by, 'SYSTEM');
  assert.match(after.escalation?.reason ?? '', /not answered .* for 10 days/);
  const deny = { transition: 'DENY_REPAID', reason: 'Nothing came.' } as const;
  const denied = decideAs('LENDER', claimed, deny, ms(end, -1)).after;
  assert.equal(findNextTimedTransition(denied, end)?.transition, 'REMIND_DUE');
  // A new claim starts a new period of ten days.
  const payment = { date: '2026-04-12', method: 'Wire', reference: 'R' };
  const again = { transition: 'CLAIM_REPAID', ...payment } as const;
  const reclaimed = decideAs('BORROWER', denied, again, end).after;
  assert.deepEqual(findNextTimedTransition(reclaimed, end), {
    transition: 'ESCALATE_UNANSWERED',
    at: addDays(end, 10),
  });
});

test('a period of silence restarts when the loan continues after a dispute', () => {
  const disputed = decideAs('BORROWER', sent, { transition: 'ESCALATE' }, addDays(sentAt, 4)).after;
  assert.equal(findNextTimedTransition(disputed, addDays(sentAt, 4)), null);
  const goesOn = addDays(sentAt, 20);
  const resolved = decideAs(
    'OPERATOR',
    disputed,
    buildResolveInput('CONTINUE', 'It is here.'),
    goesOn,
  ).after;
  const { done } = runUntil(resolved, { from: goesOn, to: addDays(goesOn, 6) });
  assert.deepEqual(
    done.map((line) => line.slice(14)),
    ['REMIND_RECEIPT', 'REMIND_RECEIPT', 'REMIND_RECEIPT', 'DEEM_RECEIVED'],
  );
});

test('while a claim is open, payoff is that of the claimed day and payoffIfDenied is today’s', () => {
  const now = at('2026-05-09T12:00');
  const today = computePayoff(running, now);
  assert.equal(today, 92_754);
  assert.equal(computePayoffIfDenied(running, now), null);
  for (const status of ['LOAN_POSTED', 'ESCALATED'] as const) {
    const claimed = { ...running, claim, status };
    const onThatDay = computePayoff(running, claim.date);
    assert.ok(onThatDay !== null && onThatDay < 92_754);
    assert.equal(computePayoff(claimed, now), onThatDay);
    assert.equal(computePayoffIfDenied(claimed, now), today);
  }
});

test('surrender and seizure record the discharged debt, except without a receipt', () => {
  const now = at('2026-06-01T12:00');
  const noticed = { ...running, noticeAt: at('2026-05-09T09:00') };
  const disputed = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', claim });
  const owed = computePayoff(noticed, now);
  const ends = [
    decideAs('LENDER', noticed, buildFinalizeInput('SEIZE'), now),
    decideAs('BORROWER', noticed, buildFinalizeInput('SURRENDER'), now),
    decideAs('OPERATOR', disputed, buildResolveInput('SEIZE', 'Not repaid.'), now),
  ];
  for (const { after } of ends) {
    assert.equal(after.dischargedCents, owed);
    assert.equal(computePayoff(after, now), null);
  }
  const unreceived = { ...disputed, receipt: null, claim: null };
  const seized = decideAs('OPERATOR', unreceived, buildResolveInput('SEIZE', 'Fraud.'), now).after;
  assert.equal(seized.dischargedCents, null);
  const returned = decideAs('LENDER', running, buildFinalizeInput(), now).after;
  assert.equal(returned.dischargedCents, null);
});
