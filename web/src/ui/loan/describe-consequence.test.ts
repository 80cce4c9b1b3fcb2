/** What a missed deadline leads to, for each thing that a loan waits for. */

import { expect, test } from '@jest/globals';
import type { WaitingAction } from '../../graph/schema.generated.ts';
import type { WaitingLoan } from './describe-consequence.ts';
import { describeConsequence } from './describe-consequence.ts';

const now = new Date('2027-01-10T12:00:00.000Z');
const until = '2027-01-17T12:00:00.000Z';

const describeAt = (action: WaitingAction, more: object = {}) =>
  describeConsequence(
    {
      ...{ stage: null, fundingDueAt: null, receivedBy: 'BORROWER', maySeize: false },
      ...{ inCustodyAt: '2026-12-01T12:00:00.000Z', waitingFor: { action, until } },
      ...more,
    } as unknown as WaitingLoan,
    now,
  );

test.each<[WaitingAction, string | undefined]>([
  ['SIGN', 'Then the loan is cancelled'],
  ['TRANSFER_IN', 'Then the loan is cancelled'],
  ['RENEW', 'Then the loan is cancelled'],
  ['ANSWER_CANCEL', 'Then the loan is cancelled'],
  ['PAYMENT_DETAILS', 'Then the mark lapses'],
  ['CONFIRM_RECEIPT', 'Then it counts as received'],
  ['ANSWER_CLAIM', 'Then an operator decides'],
  ['ADD_EVIDENCE', 'Then an operator decides'],
  ['ANSWER_AMENDMENT', 'Then it expires'],
  ['SIGN_AMENDMENT', 'Then the amendment lapses'],
  ['PAY_AMENDMENT', 'Then the amendment lapses'],
  ['SEIZE', undefined],
  ['ESCALATE', undefined],
])('after the deadline of %s: %s', (action, text) => {
  expect(describeAt(action)).toBe(text);
});

test('the lender’s first deadline lets the borrower cancel, the second cancels the loan', () => {
  expect(describeAt('MARK_PAID', { fundingDueAt: until })).toBe('Then the borrower may cancel');
  const past = '2027-01-09T12:00:00.000Z';
  expect(describeAt('MARK_PAID', { fundingDueAt: past })).toBe('Then the loan is cancelled');
});

test('the end of grace gives the domain to the lender only where it can be taken', () => {
  const describeGrace = (more: object) => describeAt('REPAY', { stage: 'IN_GRACE', ...more });
  const taken = 'Then the lender may take the domain';
  const decided = 'Then an operator may decide';
  expect(describeGrace({})).toBe(taken);
  expect(describeGrace({ receivedBy: 'SILENCE' })).toBe(decided);
  expect(describeGrace({ receivedBy: 'SILENCE', maySeize: true })).toBe(taken);
  expect(describeGrace({ inCustodyAt: null })).toBe(decided);
  expect(describeAt('REPAY', { stage: 'ACTIVE' })).toBeUndefined();
  expect(describeAt('REPAY', { stage: 'ACCELERATED' })).toBe(taken);
});

test('a missed instalment before the last one leads to an acceleration first', () => {
  const describeMissed = (instalment: number, more: object = {}) =>
    describeAt('REPAY', { stage: 'IN_GRACE', nextDue: { instalment, instalments: 12 }, ...more });
  expect(describeMissed(4)).toBe('Then the lender may accelerate or take the domain');
  expect(describeMissed(4, { maySeize: true })).toBe('Then the lender may take the domain');
  expect(describeMissed(12)).toBe('Then the lender may take the domain');
});

test('without a deadline a loan says so, and what may happen at any time', () => {
  const describe = (action: WaitingAction) =>
    describeAt(action, { stage: 'OVERDUE', waitingFor: { action, until: null } });
  expect(describe('ACCELERATE')).toBe('No deadline; the borrower may catch up');
  expect(describe('SEIZE')).toBe('No deadline; the borrower may still repay');
  expect(describe('REPAY')).toBe('The lender may take the domain at any time');
  expect(describe('CONFIRM_RECEIPT')).toBe('No deadline');
});
