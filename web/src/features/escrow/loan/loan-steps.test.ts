/** The five timeline steps with their dates, for every status. */

import { expect, test } from '@jest/globals';
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
  expect(getCurrentStep('PENDING_SIGNATURE')).toBe(0);
  expect(getCurrentStep('ESCALATED')).toBe(3);
  expect(getCurrentStep('FINALIZED_PLATFORM_SEZIURE')).toBe(5);
  expect(getCurrentStep('CANCELLED')).toBe(-1);
  expect(getCurrentStep('LATER' as never)).toBe(-1);
});
