/** The five timeline steps with their dates, for every status. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { buildSteps, getCurrentStep } from './loan-steps.ts';

const now = new Date(2026, 11, 1);
const details = (...args: Parameters<typeof buildLoan>) =>
  buildSteps(buildLoan(...args), now).map(({ detail }) => detail);

test('a running loan shows when each step was done and when it is due', () => {
  expect(details()).toEqual([
    'Nov 12',
    'Nov 14',
    'Nov 16',
    'Repay by Feb 14, 2027',
    'Name returns or transfers',
  ]);
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
    'Name returned Feb 1, 2027',
  );
  expect(details({ status: 'FINALIZED_LENDER_SEIZURE', finalizedAt })[4]).toBe(
    'Name transferred Feb 1, 2027',
  );
});

test('each status has its current step; a cancelled loan and an unknown status have none', () => {
  const stepOf = (status: Loan['status']) => getCurrentStep(buildLoan({ status }));
  expect(stepOf('PENDING_SIGNATURE')).toBe(0);
  expect(stepOf('ESCALATED')).toBe(3);
  expect(stepOf('FINALIZED_PLATFORM_SEZIURE')).toBe(5);
  expect(stepOf('CANCELLED')).toBe(-1);
  expect(stepOf('LATER' as never)).toBe(-1);
});
