/** The buttons of a loan, and the reasons for the disabled ones. */

import { expect, test } from '@jest/globals';
import type { Loan } from '../loan-parties.ts';
import { buildButton, buildLoan, buildStandardButtons } from '../testing/build-loan.ts';
import { findCurrentButton } from './list-choices.ts';
import { listDisabledReasons, listLoanActions } from './loan-actions.ts';

const listPrimary = (loan: Loan) =>
  listLoanActions(loan)
    .filter((action) => action.primary)
    .map(({ label }) => label);

test('on a running loan the lender can finalize or escalate; the rest is only possible before payment', () => {
  const loan = buildLoan();
  expect(listPrimary(loan)).toEqual([]);
  expect(listDisabledReasons(loan)).toEqual([
    'Mark Paid and Cancel are only possible before payment.',
  ]);
});

test('the next step is the only primary button, before the customer’s four', () => {
  const loan = buildLoan({
    role: 'BORROWER',
    actionButtons: [
      buildButton('Confirm Receipt', 'CONFIRM_RECEIPT', { enabled: true }),
      buildButton('Claim Repaid', 'CLAIM_REPAID', {
        message: 'Confirm that the money has arrived first.',
      }),
      ...buildStandardButtons('Escalate'),
    ],
  });
  expect(listLoanActions(loan).map(({ label, enabled }) => [label, enabled])).toEqual([
    ['Confirm Receipt', true],
    ['Claim Repaid', false],
    ['Mark Paid', false],
    ['Finalize', false],
    ['Escalate', true],
    ['Cancel', false],
  ]);
  expect(listPrimary(loan)).toEqual(['Confirm Receipt']);
  expect(listDisabledReasons(loan)[0]).toBe(
    'Claim Repaid: Confirm that the money has arrived first.',
  );
});

test('a button that warns is never the primary one', () => {
  const deny = buildButton('Deny Repaid', 'DENY_REPAID', { enabled: true, danger: true });
  const actionButtons = [deny, ...buildStandardButtons('Escalate')];
  expect(listPrimary(buildLoan({ actionButtons }))).toEqual([]);
});

test('disabled actions become available later; a closed loan says that it has ended', () => {
  expect(
    listDisabledReasons(
      buildLoan({ status: 'NEW', actionButtons: buildStandardButtons('Cancel') }),
    ),
  ).toEqual(['Mark Paid, Finalize and Escalate become available later.']);
  expect(
    listDisabledReasons(buildLoan({ status: 'CANCELLED', actionButtons: buildStandardButtons() })),
  ).toEqual(['This loan has ended.']);
});

test('an unanswered cancel request is explained', () => {
  const message = 'You have already asked to cancel; the lender has not answered yet.';
  const actionButtons = buildStandardButtons('Mark Paid').map((button) =>
    button.label === 'Cancel' ? { ...button, message } : button,
  );
  const loan = buildLoan({ role: 'BORROWER', status: 'DOMAIN_IN_CUSTODY', actionButtons });
  expect(listDisabledReasons(loan)[0]).toBe(`Cancel: ${message}`);
});

test('an open dialog follows its button, and keeps it when the loan no longer offers it', () => {
  const settle = buildButton('Settle', 'SETTLE', { enabled: true });
  const choices = [{ outcome: 'RETURN', label: 'Return the domain', message: 'Not now.' }];
  const loan = buildLoan({ actionButtons: [{ ...settle, choices }] });
  expect(findCurrentButton(loan, settle).choices).toEqual(choices);
  expect(findCurrentButton(buildLoan(), settle)).toEqual(settle);
});

test('an open dialog keeps its choices, disabled, when the loan no longer offers any of them', () => {
  const choices = [
    { outcome: 'RETURN', label: 'Return the domain', message: null },
    { outcome: 'SEIZE', label: 'Take the domain', message: 'The borrower may still repay.' },
  ];
  const [, finalize] = buildStandardButtons('Finalize');
  const pressed = { ...buildButton('Finalize', 'FINALIZE_RETURN'), ...finalize, choices };
  const disabled = [
    { ...choices[0], message: 'This isn’t possible now.' },
    { ...choices[1], message: 'The borrower may still repay.' },
  ];
  const disputed = buildLoan({ status: 'ESCALATED', actionButtons: buildStandardButtons() });
  expect(findCurrentButton(disputed, pressed).choices).toEqual(disabled);
  expect(findCurrentButton(buildLoan({ actionButtons: [] }), pressed).choices).toEqual(disabled);
});

test('claiming repayment is the next step only of a loan without further instalments', () => {
  const loanAt = (instalment: number) =>
    buildLoan({
      role: 'BORROWER',
      nextDue: { date: '2027-02-14', amount: 88_85, instalment, instalments: 12 },
      actionButtons: [buildButton('Claim Repaid', 'CLAIM_REPAID', { enabled: true })],
    });
  expect(listPrimary(loanAt(11))).toEqual([]);
  expect(listPrimary(loanAt(12))).toEqual(['Claim Repaid']);
});
