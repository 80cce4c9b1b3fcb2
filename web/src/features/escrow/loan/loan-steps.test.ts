/** The five steps with their dates, in every state. */

import { expect, test } from '@jest/globals';
import { someLoan } from '../testing/build-loan.ts';
import { stepOf, stepsOf } from './loan-steps.ts';

const now = new Date(2026, 11, 1);
const details = (...args: Parameters<typeof someLoan>) =>
  stepsOf(someLoan(...args), now).map(({ detail }) => detail);

test('a running loan shows when each step was done, and until when it is to be repaid', () => {
  expect(details()).toEqual([
    'Nov 12',
    'Nov 14',
    'Nov 16',
    'Repay by Feb 14, 2027',
    'Name returns or transfers',
  ]);
});

test('both signatures make the first step, one does not', () => {
  expect(details({ lenderSignedAt: null })[0]).toBe('Both parties sign');
});

test('the end says what became of the name', () => {
  const finalizedAt = '2027-02-01T12:00:00.000Z';
  expect(details({ status: 'FINALIZED_RETURN_TO_BORROWER', finalizedAt })[4]).toBe(
    'Name returned Feb 1, 2027',
  );
  expect(details({ status: 'FINALIZED_LENDER_SEIZURE', finalizedAt })[4]).toBe(
    'Name transferred Feb 1, 2027',
  );
});

test('each state has its place; a cancelled loan and an unknown state have none', () => {
  expect(stepOf('PENDING_SIGNATURE')).toBe(0);
  expect(stepOf('ESCALATED')).toBe(3);
  expect(stepOf('FINALIZED_PLATFORM_SEZIURE')).toBe(5);
  expect(stepOf('CANCELLED')).toBe(-1);
  expect(stepOf('LATER' as never)).toBe(-1);
});
