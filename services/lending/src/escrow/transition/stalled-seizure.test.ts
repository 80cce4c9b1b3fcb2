/** A borrower in default cannot stall a seizure: claims, escalations and decisions that the lender may seize. */

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
} from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { computeStage } from '../stage.ts';
import { findNextTimedTransition } from './escrow-jobs.ts';

const at = (text: string) => new Date(`${text}:00.000Z`);
const running = buildPostedLoan(received);
const due = at('2026-05-09T09:00');
const noticed = buildPostedLoan({ ...received, noticeAt: due });
const over = at('2026-05-20T12:00');
const deny = { transition: 'DENY_REPAID', reason: 'Nothing came.' } as const;
const claimWith = (reference: string) =>
  ({ transition: 'CLAIM_REPAID', date: '2026-05-10', method: 'Wire', reference }) as const;
const seize = (escrow: Escrow, now = over) =>
  decideAs('LENDER', escrow, buildFinalizeInput('SEIZE'), now).after.status;
const claimAndDeny = (escrow: Escrow, reference: string, now: Date) =>
  decideAs('LENDER', decideAs('BORROWER', escrow, claimWith(reference), now).after, deny, now)
    .after;

test('before the due date any claim blocks a seizure, whatever was denied before', () => {
  const early = at('2026-04-20T12:00');
  const input = { ...claimWith('R-9'), date: '2026-04-01' };
  const first = decideAs('BORROWER', buildPostedLoan(received), input, early).after;
  const denied = decideAs('LENDER', first, deny, early).after;
  assert.ok(!denied.blockingClaimUsed);
  const later = decideAs('BORROWER', denied, claimWith('R-10'), over).after;
  assert.throws(() => seize({ ...later, noticeAt: due }), matchesError('CONFLICT', /repaid/));
});

test('after the due date one denied claim is the last that blocks; later ones are only recorded', () => {
  const denied = claimAndDeny(noticed, 'R-1', over);
  assert.equal(denied.blockingClaimUsed, true);
  const again = decideAs('BORROWER', denied, claimWith('R-2'), over).after;
  assert.equal(again.claim?.reference, 'R-2');
  assert.equal(computeStage(again, over), 'OVERDUE');
  // A lender who neither takes the domain nor answers does not hold it forever.
  const notified = { ...again, graceEndNotifiedAt: over };
  assert.equal(findNextTimedTransition(notified, over)?.transition, 'ESCALATE_UNANSWERED');
  assert.equal(seize(again), 'FINALIZED_LENDER_SEIZURE');
});

test('a withdrawn claim does not use up the one that blocks, and can be claimed again', () => {
  const claimed = decideAs('BORROWER', noticed, claimWith('R-1'), over).after;
  const withdrawn = decideAs('BORROWER', claimed, { transition: 'WITHDRAW_CLAIM' }, over).after;
  assert.deepEqual([withdrawn.claim, withdrawn.blockingClaimUsed ?? null], [null, null]);
  const again = decideAs('BORROWER', withdrawn, claimWith('R-1'), over).after;
  assert.equal(computeStage(again, over), 'REPAYMENT_CLAIMED');
  assert.throws(() => seize(again), matchesError('CONFLICT', /says that the loan is repaid/));
});

test('day and reference of a denied claim cannot be claimed again, however they are written', () => {
  const denied = claimAndDeny(noticed, 'R-1', over);
  for (const reference of ['R-1', ' r-1', 'r 1', 'Ｒ－1'])
    assert.throws(
      () => decideAs('BORROWER', denied, claimWith(reference), over),
      matchesError('CONFLICT', /already claimed .* was not confirmed/),
    );
  const other = { ...claimWith('R-1'), date: '2026-05-11' };
  assert.ok(decideAs('BORROWER', denied, other, over).after.claim);
});

const disputed = (fields: Partial<Escrow> = {}, since = over) =>
  buildLoan({
    ...inStatus.ESCALATED,
    noticeAt: due,
    status: 'ESCALATED',
    escalation: { at: addDays(since, -11), by: 'BORROWER', reason: null, evidence: null },
    ...fields,
  });
const goOn = buildResolveInput('CONTINUE', 'It goes on.');
const maySeize = { transition: 'RESOLVE_CONTINUE_MAY_SEIZE', reason: 'Not repaid.' } as const;

test('after a CONTINUE a party waits 7 days to escalate in the same stage, to the millisecond', () => {
  const early = at('2026-04-01T12:00');
  const on = decideAs('OPERATOR', disputed({ noticeAt: null }, early), goOn, early).after;
  const escalate = (now: Date) => decideAs('BORROWER', on, { transition: 'ESCALATE' }, now);
  const end = addDays(early, 7);
  assert.throws(
    () => escalate(new Date(end.getTime() - 1)),
    (error: { details?: object }) => {
      assert.deepEqual(error.details, {
        reason: 'ESCALATED_RECENTLY',
        availableAt: end.toISOString(),
      });
      return true;
    },
  );
  assert.equal(escalate(end).after.status, 'ESCALATED');
  // Another stage is another matter.
  const before = new Date(due.getTime() - 1);
  const late = decideAs('OPERATOR', disputed({ noticeAt: null }, before), goOn, before).after;
  const inGrace = decideAs('BORROWER', { ...late, noticeAt: due }, { transition: 'ESCALATE' }, due);
  assert.equal(inGrace.after.status, 'ESCALATED');
});

test('a party escalates once after grace; the other party still can', () => {
  const once = decideAs('BORROWER', noticed, { transition: 'ESCALATE' }, over).after;
  const later = addDays(over, 11);
  const on = decideAs('OPERATOR', once, goOn, later).after;
  const much = addDays(later, 30);
  assert.throws(
    () => decideAs('BORROWER', on, { transition: 'ESCALATE' }, much),
    matchesError('CONFLICT', /once is the limit/),
  );
  assert.equal(seize(on, much), 'FINALIZED_LENDER_SEIZURE');
  assert.equal(decideAs('LENDER', on, { transition: 'ESCALATE' }, much).after.status, 'ESCALATED');
});

test('a CONTINUE with may_seize lasts: no claim, grace or notice stops it, and one escalation suspends it', () => {
  const early = at('2026-04-01T12:00');
  const start = disputed({ noticeAt: null, claim }, early);
  const on = decideAs('OPERATOR', start, maySeize, early).after;
  assert.deepEqual([on.status, on.maySeize, on.claim], ['LOAN_POSTED', true, null]);
  assert.equal(seize(on, early), 'FINALIZED_LENDER_SEIZURE');
  const input = { ...claimWith('R-5'), date: '2026-04-01' };
  const claimed = decideAs('BORROWER', on, input, early).after;
  assert.equal(seize(claimed, early), 'FINALIZED_LENDER_SEIZURE');
  const week = addDays(early, 7);
  const suspended = decideAs('BORROWER', on, { transition: 'ESCALATE' }, week).after;
  assert.throws(() => seize(suspended, week), matchesError('CONFLICT', /finalize is not possible/));
  const decided = addDays(week, 10);
  const again = decideAs('OPERATOR', suspended, goOn, decided).after;
  assert.equal(again.maySeize, true);
  assert.throws(
    () => decideAs('BORROWER', again, { transition: 'ESCALATE' }, addDays(decided, 8)),
    matchesError('CONFLICT', /once is the limit/),
  );
});

test('both parties can agree on may_seize; a plain CONTINUE is another proposal', () => {
  const plain = decideAs('BORROWER', disputed(), { transition: 'SETTLE_CONTINUE' }, over).after;
  const counter = { transition: 'SETTLE_CONTINUE_MAY_SEIZE' } as const;
  const countered = decideAs('LENDER', plain, counter, over).after;
  assert.deepEqual([countered.status, countered.settlement?.by], ['ESCALATED', 'LENDER']);
  const agreed = decideAs('BORROWER', countered, counter, over).after;
  assert.deepEqual([agreed.status, agreed.maySeize], ['LOAN_POSTED', true]);
});

test('an operator decides after the evidence days, or once both parties have completed theirs', () => {
  const opened = disputed({
    escalation: { at: over, by: 'BORROWER', reason: null, evidence: null },
  });
  const resolve = (escrow: Escrow, now: Date) => decideAs('OPERATOR', escrow, goOn, now).after;
  const end = addDays(over, 10);
  const early = new Date(end.getTime() - 1);
  assert.throws(() => resolve(opened, early), matchesError('CONFLICT', /still add evidence/));
  assert.equal(resolve(opened, end).status, 'LOAN_POSTED');
  const one = decideAs('LENDER', opened, { transition: 'EVIDENCE_DONE' }, over).after;
  assert.throws(() => resolve(one, early), matchesError('CONFLICT', /still add evidence/));
  const both = decideAs('BORROWER', one, { transition: 'EVIDENCE_DONE' }, over).after;
  assert.equal(resolve(both, over).status, 'LOAN_POSTED');
});

test('custody lost during a dispute leaves only the platform; lost before it, outcomes without the domain', () => {
  const now = at('2026-06-01T12:00');
  const lost = {
    transition: 'CUSTODY_LOST',
    domainVersion: 4,
    at: now,
    reason: 'Court order.',
  } as const;
  const disputed = decideAs('BORROWER', running, { transition: 'ESCALATE' }, now).after;
  const within = decideAs('SYSTEM', disputed, lost, now).after;
  assert.deepEqual([within.status, within.escalation?.by], ['ESCALATED', 'BORROWER']);
  const before = decideAs('SYSTEM', running, lost, now).after;
  for (const outcome of ['CONTINUE', 'RETURN', 'SEIZE'] as const) {
    const resolve = (escrow: Escrow) =>
      decideAs('OPERATOR', escrow, buildResolveInput(outcome, 'So.'), addDays(now, 10));
    assert.throws(() => resolve(within), matchesError('CONFLICT', /left our custody/));
    if (outcome === 'SEIZE')
      assert.throws(() => resolve(before), matchesError('CONFLICT', /left our/));
    else assert.notEqual(resolve(before).after.status, 'ESCALATED');
  }
  const platform = decideAs(
    'OPERATOR',
    within,
    buildResolveInput('PLATFORM', 'So.'),
    addDays(now, 10),
  ).after;
  assert.equal(platform.status, 'FINALIZED_PLATFORM_SEZIURE');
});
