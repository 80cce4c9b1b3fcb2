/** Which buttons a loan shows its reader, and what it says of those that are off. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { someLoan } from '../testing/build-loan.ts';
import { movesOf, reasonsOf } from './loan-actions.ts';

const open = (loan: Loan) => {
  const { further, always } = movesOf(loan);
  return [...further, ...always].filter((move) => move.open).map(({ label }) => label);
};
const main = (loan: Loan) => {
  const { further, always } = movesOf(loan);
  return [...further, ...always].filter((move) => move.main).map(({ label }) => label);
};

test('the customer’s four are always there for a party, in one order', () => {
  for (const status of ['PENDING_SIGNATURE', 'LOAN_POSTED', 'CANCELLED'] as const) {
    const { always } = movesOf(someLoan({ status, actions: [] }));
    expect(always.map(({ label }) => label)).toEqual([
      'Mark Paid',
      'Finalize',
      'Escalate',
      'Cancel',
    ]);
  }
  expect(movesOf(someLoan({ role: 'OPERATOR', actions: ['RESOLVE'] })).always).toEqual([]);
});

test('of a running loan the lender finalizes or escalates; the rest is said to be for before', () => {
  const loan = someLoan();
  expect(open(loan)).toEqual(['Finalize', 'Escalate']);
  expect(main(loan)).toEqual(['Finalize']);
  expect(reasonsOf(loan)).toEqual(['Mark Paid and Cancel are only possible before payment.']);
});

test('what comes next is the one main button, before the customer’s four', () => {
  const loan = someLoan({
    role: 'BORROWER',
    actions: ['CONFIRM_RECEIPT', 'ESCALATE'],
    blockedActions: [
      {
        action: 'CLAIM_REPAID',
        reason: 'NOT_RECEIVED',
        message: 'Confirm first that the money has arrived.',
        availableAt: null,
      },
    ],
  });
  expect(movesOf(loan).further.map(({ label, open }) => [label, open])).toEqual([
    ['Confirm Receipt', true],
    ['Claim Repaid', false],
  ]);
  expect(main(loan)).toEqual(['Confirm Receipt']);
  expect(reasonsOf(loan)[0]).toBe('Claim Repaid: Confirm first that the money has arrived.');
});

test('a move that was made already is not offered again', () => {
  const blocked = (action: 'CONFIRM_RECEIPT' | 'DENY_REPAID', reason: string) => ({
    action,
    reason,
    message: 'No.',
    availableAt: null,
  });
  const loan = someLoan({
    blockedActions: [
      blocked('CONFIRM_RECEIPT', 'ALREADY_RECEIVED'),
      blocked('DENY_REPAID', 'NO_CLAIM'),
    ],
  });
  expect(movesOf(loan).further).toEqual([]);
});

test('while something is to come the off ones open up later; of one that is over nothing is said', () => {
  expect(reasonsOf(someLoan({ status: 'NEW', actions: ['CANCEL'] }))).toEqual([
    'Mark Paid, Finalize, and Escalate open up later in this loan.',
  ]);
  expect(reasonsOf(someLoan({ status: 'CANCELLED', actions: [] }))).toEqual([]);
});

test('a wish to cancel that is not answered yet says so', () => {
  const message = 'You have asked to cancel already; the lender has yet to answer.';
  const loan = someLoan({
    role: 'BORROWER',
    status: 'DOMAIN_IN_CUSTODY',
    actions: ['MARK_PAID'],
    blockedActions: [{ action: 'CANCEL', reason: 'CANCEL_REQUESTED', message, availableAt: null }],
  });
  expect(reasonsOf(loan)[0]).toBe(`Cancel: ${message}`);
});
