/** The five timeline steps with their dates, for every status. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { buildSteps, getCurrentStep } from './loan-steps.ts';

const now = new Date(2026, 11, 1);
const released = { releasedTo: null, releasedAt: null, releasedBy: null };
const heldCase = { state: 'HELD', since: '', ...released } as const;
const details = (...args: Parameters<typeof buildLoan>) =>
  buildSteps(buildLoan(...args), now).map(({ detail }) => detail);

test('a running loan shows when each step was done, when it is due and how much of the term has passed', () => {
  expect(details()).toEqual([
    'Nov 12',
    'Nov 14',
    'Nov 16',
    'Due Feb 14 · 15 of 90 days',
    'Name returns or transfers',
  ]);
});

const timeOf = (at: string, more: Partial<Loan> = {}) =>
  buildSteps(buildLoan(more), new Date(at))[3]?.time;

test('the open step shows real time: the elapsed share of the term, then of grace', () => {
  expect(timeOf('2026-11-16T08:20:00Z')).toEqual({ elapsed: 0, grace: 0, state: 'running' });
  expect(timeOf('2026-12-31T08:20:00Z')?.elapsed).toBe(0.5);
  const inGrace = timeOf('2027-02-18T08:20:00Z', { stage: 'IN_GRACE' });
  expect(inGrace).toEqual({ elapsed: 1, grace: 0.5, state: 'grace' });
  const overdue = timeOf('2027-03-18T08:20:00Z', { stage: 'OVERDUE' });
  expect(overdue).toEqual({ elapsed: 1, grace: 1, state: 'overdue' });
  const disputed = timeOf('2026-12-31T08:20:00Z', { status: 'ESCALATED', stage: null });
  expect(disputed).toEqual({ elapsed: 0.5, grace: 0, state: 'disputed' });
  expect(timeOf('2026-12-31T08:20:00Z', { receivedAt: null, dueAt: null })).toBeUndefined();
});

test('the open step names the date that counts: due, the end of grace, or the decision', () => {
  const textAt = (at: string, more: Partial<Loan>) =>
    buildSteps(buildLoan(more), new Date(at))[3]?.detail;
  expect(textAt('2027-02-18T08:20:00Z', { stage: 'IN_GRACE' })).toBe('Grace ends Feb 22');
  expect(textAt('2027-03-18T08:20:00Z', { stage: 'OVERDUE' })).toBe('Due Feb 14 · 32 days overdue');
  const disputeDates = {
    evidenceUntil: '2027-01-05T00:00:00Z',
    decisionDue: '2027-01-12T00:00:00Z',
  };
  expect(textAt('2026-12-31T08:20:00Z', { status: 'ESCALATED', stage: null, disputeDates })).toBe(
    'Decision due Jan 12',
  );
});

test('a dispute over money that was never confirmed is on the payment step', () => {
  const disputeDates = {
    evidenceUntil: '2026-12-05T12:00:00Z',
    decisionDue: '2026-12-12T12:00:00Z',
  };
  const neverCame = {
    status: 'ESCALATED',
    stage: null,
    receivedAt: null,
    receivedBy: null,
    dueAt: null,
    disputeDates,
  } as const;
  const loan = buildLoan(neverCame);
  expect(getCurrentStep(loan)).toBe(2);
  const [, , payment, open] = buildSteps(loan, now);
  expect(payment).toEqual({ title: 'Payment', detail: 'Decision due Dec 12', disputed: true });
  expect(open).toEqual({ title: 'Loan open', detail: 'Repay within the term' });
  const received = buildSteps(buildLoan({ status: 'ESCALATED', stage: null, disputeDates }), now);
  expect(received[2]?.disputed).toBeUndefined();
});

test('the first step needs both signatures', () => {
  expect(details({ lenderSignedAt: null })[0]).toBe('Both parties sign');
});

test('the payment is done when it is received, not when it is sent', () => {
  const at = '2026-11-15T08:20:00.000Z';
  const sent = { date: null, method: null, reference: null, at };
  const loan = buildLoan({ sent, receivedAt: null, receivedBy: null, dueAt: null });
  expect(getCurrentStep(loan)).toBe(2);
  expect(buildSteps(loan, now)[2]?.detail).toBe('Sent, not confirmed yet');
});

test('the last step shows the outcome for the domain', () => {
  const finalizedAt = '2027-02-01T12:00:00.000Z';
  expect(details({ status: 'FINALIZED_RETURN_TO_BORROWER', finalizedAt })[4]).toBe(
    'Name returned Feb 1',
  );
  expect(details({ status: 'FINALIZED_LENDER_SEIZURE', finalizedAt })[4]).toBe(
    'Name transferred Feb 1',
  );
});

test('a domain that Nameloan held ends on the day of its release, not on that of the decision', () => {
  const decided = { status: 'FINALIZED_PLATFORM_SEZIURE', stage: null } as const;
  const finalizedAt = '2027-02-01T12:00:00.000Z';
  const closeOf = (held: Partial<NonNullable<Loan['held']>>) =>
    details({ ...decided, finalizedAt, held: { ...heldCase, since: finalizedAt, ...held } })[4];
  expect(closeOf({})).toBe('Held by Nameloan Feb 1');
  const end = { state: 'RELEASED', releasedAt: '2027-03-09T12:00:00.000Z' } as const;
  expect(closeOf({ ...end, releasedTo: 'LENDER' })).toBe('Name transferred Mar 9');
  expect(closeOf({ ...end, releasedTo: 'BORROWER' })).toBe('Name returned Mar 9');
  expect(closeOf({ state: 'LOST' })).toBe('Name left our custody');
});

test('each status has its current step; a cancelled loan and an unknown status have none', () => {
  const stepOf = (status: Loan['status']) => getCurrentStep(buildLoan({ status }));
  expect(stepOf('PENDING_SIGNATURE')).toBe(0);
  expect(stepOf('ESCALATED')).toBe(3);
  expect(stepOf('FINALIZED_PLATFORM_SEZIURE')).toBe(5);
  expect(stepOf('CANCELLED')).toBe(-1);
  expect(stepOf('LATER' as never)).toBe(-1);
});

test('after an acceleration the open step says when all of it is due', () => {
  const accelerationEndsAt = '2026-12-08T08:20:00Z';
  expect(details({ stage: 'ACCELERATED', accelerationEndsAt })[3]).toBe('All due Dec 8');
});

test('with instalments the open step names the next one, and the grace of one is not that of the loan', () => {
  const nextDue = { date: '2026-12-15', amount: 888_08, instalment: 4, instalments: 12 };
  expect(details({ nextDue })[3]).toBe('Instalment 4 of 12, Dec 15');
  const more = { stage: 'IN_GRACE', graceEndsAt: '2026-12-08T08:20:00Z', nextDue } as const;
  expect(details(more)[3]).toBe('Grace ends Dec 8');
  expect(timeOf('2026-12-31T08:20:00Z', more)).toEqual({ elapsed: 0.5, grace: 0, state: 'grace' });
});
