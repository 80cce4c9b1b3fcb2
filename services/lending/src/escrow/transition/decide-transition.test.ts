/** Single transitions from signing to payment marks: changes, events and errors. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyInputs,
  buildFinalizeInput,
  buildLoan,
  buildPostedLoan,
  decideAs,
  drawn,
  hash,
  inStatus,
  listEventSubjects,
  matchesError,
  newLoan,
  now,
  received,
  start,
} from '../../testing/loans.ts';
import { findRole } from '../escrow.ts';
import { decideTransition, systemActor } from './decide-transition.ts';

test('a transition that the status does not allow is rejected with the specified sentence', () => {
  assert.throws(
    () => decideAs('LENDER', buildLoan({ status: 'NEW' }), { transition: 'MARK_PAID' }),
    matchesError('CONFLICT', 'This loan is Waiting for Transfer; mark paid is not possible now.'),
  );
  assert.throws(
    () => decideAs('LENDER', buildLoan({ status: 'CANCELLED' }), buildFinalizeInput()),
    matchesError('CONFLICT', 'This loan is Cancelled; finalize is not possible now.'),
  );
});

test('both signatures on the same hash make the loan NEW, and each publishes an event', () => {
  const first = decideAs('LENDER', buildLoan(drawn), { transition: 'SIGN', sha256: hash });
  assert.equal(first.after.status, 'PENDING_SIGNATURE');
  assert.deepEqual(listEventSubjects(first), ['lending.escrow.moved', 'lending.escrow.signed']);
  const second = decideAs('BORROWER', first.after, { transition: 'SIGN', sha256: hash });
  assert.equal(second.after.status, 'NEW');
  assert.equal(second.after.borrowerSignedAt, now);
  assert.deepEqual(listEventSubjects(second), ['lending.escrow.moved', 'lending.escrow.signed']);
});

test('a signature on another hash, a second one and one before the contract are rejected', () => {
  const other = { transition: 'SIGN', sha256: 'b'.repeat(64) } as const;
  assert.throws(
    () => decideAs('LENDER', buildLoan(drawn), other),
    matchesError('CONFLICT', /has changed since you opened it/),
  );
  const signed = buildLoan({ ...drawn, lenderSignedAt: start });
  assert.throws(
    () => decideAs('LENDER', signed, { transition: 'SIGN', sha256: hash }),
    matchesError('CONFLICT', /already signed this contract/),
  );
  assert.throws(
    () => decideAs('LENDER', newLoan(), { transition: 'SIGN', sha256: hash }),
    matchesError('CONFLICT', /not drawn up yet/),
  );
});

test('custody before and after the second signature leads to the same status', () => {
  const arrived = { transition: 'CUSTODY_ARRIVED', domainVersion: 3, at: start } as const;
  const sign = { transition: 'SIGN', sha256: hash } as const;
  const one = buildLoan({ ...drawn, lenderSignedAt: start });
  const custodyFirst = decideAs('BORROWER', decideAs('SYSTEM', one, arrived).after, sign);
  const custodyLast = decideAs('SYSTEM', decideAs('BORROWER', one, sign).after, arrived);
  for (const decision of [custodyFirst, custodyLast]) {
    assert.equal(decision.after.status, 'DOMAIN_IN_CUSTODY');
    assert.equal(decision.after.inCustodyAt, start);
    assert.ok(listEventSubjects(decision).includes('lending.escrow.collateral-held'));
  }
});

test('with a domain in custody the second signature skips the transfer', () => {
  const escrow = applyInputs(
    ['SYSTEM', { transition: 'RESERVATION_GRANTED', inCustody: true, domainVersion: 3, at: start }],
    ['SYSTEM', { transition: 'DRAW_CONTRACT', sha256: hash, borrowerToken: 'b', lenderToken: 'l' }],
    ['BORROWER', { transition: 'SIGN', sha256: hash }],
    ['LENDER', { transition: 'SIGN', sha256: hash }],
  );
  assert.equal(escrow.status, 'DOMAIN_IN_CUSTODY');
  assert.equal(escrow.version, 5);
});

test('a late arrival in a cancelled loan is written to the history without an event', () => {
  const decision = decideAs('SYSTEM', buildLoan({ status: 'CANCELLED' }), {
    transition: 'CUSTODY_ARRIVED',
    domainVersion: 3,
    at: now,
  });
  assert.equal(decision.after.status, 'CANCELLED');
  assert.equal(decision.after.inCustodyAt, now);
  assert.match(decision.history.note ?? '', /No longer applies/);
  assert.deepEqual(decision.events, []);
});

test('arrival and loss of custody give the same loan in both orders', () => {
  const arrived = { transition: 'CUSTODY_ARRIVED', domainVersion: 3, at: start } as const;
  const lost = {
    transition: 'CUSTODY_LOST',
    domainVersion: 4,
    at: now,
    reason: 'Court order.',
  } as const;
  const inOrder = decideAs(
    'SYSTEM',
    decideAs('SYSTEM', buildLoan(drawn), arrived).after,
    lost,
  ).after;
  const swapped = decideAs(
    'SYSTEM',
    decideAs('SYSTEM', buildLoan(drawn), lost).after,
    arrived,
  ).after;
  assert.deepEqual(swapped, inOrder);
  assert.equal(inOrder.inCustodyAt, null);
});

test('the borrower of a loan in custody only requests to cancel; the lender answers by cancel or mark paid', () => {
  const custody = buildLoan({ ...inStatus.DOMAIN_IN_CUSTODY, status: 'DOMAIN_IN_CUSTODY' });
  const requested = decideAs('BORROWER', custody, { transition: 'CANCEL' });
  assert.equal(requested.after.cancelRequestedAt, now);
  assert.equal(requested.after.status, 'DOMAIN_IN_CUSTODY');
  assert.throws(
    () => decideAs('BORROWER', requested.after, { transition: 'CANCEL' }),
    matchesError('CONFLICT', /already asked to cancel/),
  );
  const agreed = decideAs('LENDER', requested.after, { transition: 'CANCEL' });
  assert.equal(agreed.after.status, 'CANCELLED');
  assert.deepEqual(listEventSubjects(agreed), [
    'lending.escrow.moved',
    'lending.escrow.collateral-released',
  ]);
  const paid = decideAs('LENDER', requested.after, { transition: 'MARK_PAID' });
  assert.equal(paid.after.status, 'LOAN_POSTED');
  assert.equal(paid.after.cancelRequestedAt, null);
});

test('the lender’s mark means sent, the borrower’s means received and starts the term', () => {
  const custody = buildLoan({ ...inStatus.DOMAIN_IN_CUSTODY, status: 'DOMAIN_IN_CUSTODY' });
  const note = { date: '2026-04-19', method: ' Wire ', reference: '' };
  const sent = decideAs('LENDER', custody, { transition: 'MARK_PAID', ...note }).after;
  assert.deepEqual(sent.sent, {
    date: new Date('2026-04-19T00:00:00.000Z'),
    method: 'Wire',
    reference: null,
    at: now,
    paymentId: 'payment1',
  });
  assert.equal(sent.receipt, null);
  const readNote = (input: object) =>
    decideAs('LENDER', custody, { transition: 'MARK_PAID', ...input }).history.note;
  assert.equal(readNote(note), 'Sent on April 19, 2026, Wire.');
  assert.equal(
    readNote({ ...note, reference: 'R' }),
    'Sent on April 19, 2026, Wire, reference R. Without an answer the money counts as received on April 25, 2026.',
  );
  assert.equal(readNote({}), null);
  const got = decideAs('BORROWER', custody, { transition: 'MARK_PAID' }).after;
  assert.equal(got.receipt?.by, 'BORROWER');
  assert.equal(got.dueAt?.toISOString(), '2026-06-19T12:00:00.000Z');
  assert.equal(got.sent, null);
});

test('a dispute stores reason and evidence, and publishes that there is a reason', () => {
  const input = {
    transition: 'ESCALATE',
    reason: 'No answer.',
    evidence: 'Mail of 1 April',
  } as const;
  const decision = decideAs('BORROWER', buildPostedLoan(), input);
  assert.equal(decision.after.escalation?.evidence, 'Mail of 1 April');
  assert.equal(decision.history.note, 'No answer.\nEvidence: Mail of 1 April');
  const [moved] = decision.events;
  assert.ok(moved?.subject === 'lending.escrow.moved' && moved.data.hasNote);
  assert.doesNotMatch(JSON.stringify(decision.events), /No answer|Mail of/);
});

test('custody lost while the loan runs opens a dispute by the platform', () => {
  const lost = {
    transition: 'CUSTODY_LOST',
    domainVersion: 4,
    at: now,
    reason: 'Court order.',
  } as const;
  const decision = decideTransition(buildPostedLoan(received), lost, { by: systemActor, now });
  assert.deepEqual(decision.after.escalation, {
    at: now,
    by: 'SYSTEM',
    reason: 'Court order.',
    evidence: null,
  });
  assert.equal(decision.history.actor, 'System');
});

test('the notice is sent once, not before the due date', () => {
  const due = new Date('2026-05-09T09:00:00.000Z');
  const early = new Date(due.getTime() - 1);
  const notice = { transition: 'SEND_NOTICE' } as const;
  assert.throws(
    () => decideAs('SYSTEM', buildPostedLoan(received), notice, early),
    matchesError('CONFLICT', /not due/),
  );
  const noticed = decideAs('SYSTEM', buildPostedLoan(received), notice, due).after;
  assert.throws(
    () => decideAs('SYSTEM', noticed, notice, due),
    matchesError('CONFLICT', /already been sent/),
  );
});

test('every decision raises the version, does not mutate its input and records the actor', () => {
  const before = Object.freeze(buildPostedLoan());
  const {
    after: next,
    changes,
    history,
  } = decideAs('BORROWER', before, { transition: 'ESCALATE' });
  assert.equal(next.version, before.version + 1);
  assert.deepEqual({ ...before, ...changes }, next);
  assert.deepEqual(
    [history.actor, history.by, history.accountId, history.from, history.to, history.version],
    ['Bea Borrower', 'BORROWER', 'b1', 'LOAN_POSTED', 'ESCALATED', next.version],
  );
});

test('a party is never its own operator, and an operator sees only escalated loans', () => {
  const disputed = buildLoan(inStatus.ESCALATED);
  assert.equal(findRole(disputed, 'b1', true), 'BORROWER');
  assert.equal(findRole(disputed, 'l1', true), 'LENDER');
  assert.equal(findRole(disputed, 'o1', true), 'OPERATOR');
  assert.equal(findRole(disputed, 'o1', false), 'OUTSIDER');
  assert.equal(findRole(newLoan(), 'o1', true), 'OUTSIDER');
});
