/** The action buttons of a loan, and the reasons for the disabled ones. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildLoan } from '../testing/build-loan.ts';
import { listDisabledReasons, listLoanActions } from './loan-actions.ts';

const listEnabled = (loan: Loan) => {
  const { contextual, standard } = listLoanActions(loan);
  return [...contextual, ...standard].filter((action) => action.enabled).map(({ label }) => label);
};
const listPrimary = (loan: Loan) => {
  const { contextual, standard } = listLoanActions(loan);
  return [...contextual, ...standard].filter((action) => action.primary).map(({ label }) => label);
};

test('a party always sees the customer’s four actions in the same order', () => {
  for (const status of ['PENDING_SIGNATURE', 'LOAN_POSTED', 'CANCELLED'] as const) {
    const { standard } = listLoanActions(buildLoan({ status, actions: [] }));
    expect(standard.map(({ label }) => label)).toEqual([
      'Mark Paid',
      'Finalize',
      'Escalate',
      'Cancel',
    ]);
  }
  expect(listLoanActions(buildLoan({ role: 'OPERATOR', actions: ['RESOLVE'] })).standard).toEqual(
    [],
  );
});

test('on a running loan the lender can finalize or escalate; the rest is only possible before payment', () => {
  const loan = buildLoan();
  expect(listEnabled(loan)).toEqual(['Finalize', 'Escalate']);
  expect(listPrimary(loan)).toEqual(['Finalize']);
  expect(listDisabledReasons(loan)).toEqual([
    'Mark Paid and Cancel are only possible before payment.',
  ]);
});

test('the next step is the only primary button, before the customer’s four', () => {
  const loan = buildLoan({
    role: 'BORROWER',
    actions: ['CONFIRM_RECEIPT', 'ESCALATE'],
    blockedActions: [
      {
        action: 'CLAIM_REPAID',
        reason: 'NOT_RECEIVED',
        message: 'Confirm that the money has arrived first.',
        availableAt: null,
      },
    ],
  });
  expect(listLoanActions(loan).contextual.map(({ label, enabled }) => [label, enabled])).toEqual([
    ['Confirm Receipt', true],
    ['Claim Repaid', false],
  ]);
  expect(listPrimary(loan)).toEqual(['Confirm Receipt']);
  expect(listDisabledReasons(loan)[0]).toBe(
    'Claim Repaid: Confirm that the money has arrived first.',
  );
});

test('an action that is done already is hidden', () => {
  const blocked = (action: 'CONFIRM_RECEIPT' | 'DENY_REPAID', reason: string) => ({
    action,
    reason,
    message: 'No.',
    availableAt: null,
  });
  const loan = buildLoan({
    blockedActions: [
      blocked('CONFIRM_RECEIPT', 'ALREADY_RECEIVED'),
      blocked('DENY_REPAID', 'NO_CLAIM'),
    ],
  });
  expect(listLoanActions(loan).contextual).toEqual([]);
});

test('disabled actions become available later; a closed loan gives no reasons', () => {
  expect(listDisabledReasons(buildLoan({ status: 'NEW', actions: ['CANCEL'] }))).toEqual([
    'Mark Paid, Finalize and Escalate become available later.',
  ]);
  expect(listDisabledReasons(buildLoan({ status: 'CANCELLED', actions: [] }))).toEqual([]);
});

test('an unanswered cancel request is explained', () => {
  const message = 'You have already asked to cancel; the lender has not answered yet.';
  const loan = buildLoan({
    role: 'BORROWER',
    status: 'DOMAIN_IN_CUSTODY',
    actions: ['MARK_PAID'],
    blockedActions: [{ action: 'CANCEL', reason: 'CANCEL_REQUESTED', message, availableAt: null }],
  });
  expect(listDisabledReasons(loan)[0]).toBe(`Cancel: ${message}`);
});
