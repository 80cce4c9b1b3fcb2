/** The buttons of a loan's page for each reader. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escrowStatuses, escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowRole } from '../loan/roles.ts';
import { buildLoan, claim, inStatus, received, start } from '../testing/loans.ts';
import { listActionButtons } from './action-buttons.ts';
import { findAvailableActions } from './available-actions.ts';
import type { Escrow } from './escrow.ts';
import { findAction, transitions } from './transition/transitions.ts';

const roles: readonly EscrowRole[] = ['BORROWER', 'LENDER', 'OPERATOR'];
const standard = ['Mark Paid', 'Finalize', 'Escalate', 'Cancel'];
const listLabels = (escrow: Escrow, role: EscrowRole) =>
  listActionButtons(escrow, role, start).map(({ label }) => label);
const posted = (fields: Partial<Escrow>) =>
  buildLoan({ ...inStatus.LOAN_POSTED, status: 'LOAN_POSTED', ...fields });

test('a party always sees the customer’s four last and in the same order; an operator never', () => {
  for (const status of escrowStatuses) {
    const escrow = buildLoan({ ...inStatus[status], status });
    for (const role of ['BORROWER', 'LENDER'] as const)
      assert.deepEqual(listLabels(escrow, role).slice(-4), standard);
    const forOperator = listLabels(escrow, 'OPERATOR');
    const decides = { ESCALATED: ['Resolve'], FINALIZED_PLATFORM_SEZIURE: ['Release'] };
    assert.deepEqual(forOperator, decides[status as keyof typeof decides] ?? []);
  }
});

test('a button is enabled if one of its actions is available, and says why it is not', () => {
  for (const status of escrowStatuses) {
    for (const role of roles) {
      const escrow = buildLoan({ ...inStatus[status], status });
      const { open, blocked } = findAvailableActions(escrow, role, start);
      for (const { label, actions, enabled, message } of listActionButtons(escrow, role, start)) {
        const reason = blocked.find(({ action }) => actions.includes(action))?.message ?? null;
        assert.equal(
          enabled,
          open.some((action) => actions.includes(action)),
          label,
        );
        assert.equal(message, enabled ? null : reason, label);
      }
    }
  }
});

test('the steps of the reader come first; one that is done already or has no object is hidden', () => {
  const [confirm, repay] = listActionButtons(posted({}), 'BORROWER', start);
  assert.deepEqual([confirm?.label, confirm?.enabled], ['Confirm Receipt', true]);
  assert.deepEqual(
    [repay?.label, repay?.enabled, repay?.message],
    ['Claim Repaid', false, 'Confirm that the money has arrived first.'],
  );
  const listSteps = (fields: Partial<Escrow>, role: EscrowRole) =>
    listLabels(posted(fields), role).filter((label) => / (Receipt|Repaid)$/.test(label));
  assert.deepEqual(listSteps(received, 'BORROWER'), ['Claim Repaid']);
  assert.deepEqual(listSteps(received, 'LENDER'), []);
  assert.deepEqual(listSteps({ ...received, claim }, 'LENDER'), ['Deny Repaid']);
});

const evidenceComplete = {
  at: start,
  by: 'LENDER',
  reason: null,
  evidence: null,
  evidenceDone: { BORROWER: start, LENDER: start },
} as const;

test('the choices of a button are those of the reader, with the reason of each that is not possible', () => {
  const findChoices = (escrow: Escrow, role: EscrowRole, label: string) =>
    listActionButtons(escrow, role, start).find((button) => button.label === label)?.choices;
  const seizeMessage = 'The borrower may still repay; you can take the domain once grace is over';
  const finalize = findChoices(posted(received), 'LENDER', 'Finalize');
  assert.deepEqual(
    finalize?.map(({ outcome, message }) => [outcome, message?.slice(0, seizeMessage.length)]),
    [
      ['RETURN', undefined],
      ['SEIZE', seizeMessage],
    ],
  );
  assert.deepEqual(findChoices(posted(received), 'BORROWER', 'Finalize'), [
    { outcome: 'SURRENDER', label: 'Give up the domain', message: null },
  ]);
  const settlement = { by: 'LENDER', outcome: 'RETURN', at: start } as const;
  const disputed = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', settlement });
  const decidable = { ...disputed, escalation: evidenceComplete };
  const listOpen = (role: EscrowRole, label: string) =>
    findChoices(decidable, role, label)?.flatMap(({ outcome, message }) =>
      message === null ? [outcome] : [],
    );
  assert.deepEqual(listOpen('LENDER', 'Settle'), ['CONTINUE', 'CONTINUE_MAY_SEIZE', 'SEIZE']);
  assert.deepEqual(listOpen('BORROWER', 'Settle'), [
    ...['CONTINUE', 'CONTINUE_MAY_SEIZE', 'RETURN', 'SEIZE'],
  ]);
  const all = ['CONTINUE', 'CONTINUE_MAY_SEIZE', 'RETURN', 'SEIZE', 'PLATFORM'];
  assert.deepEqual(listOpen('OPERATOR', 'Resolve'), all);
});

test('every action of users but evidence, part payments and amendments has a button, and transitions of one button have choices', () => {
  const byLabel = Map.groupBy(
    escrowTransitions.filter((name) => findAction(name)),
    (name) => transitions[name].label,
  );
  // Their cards have buttons of their entries.
  assert.deepEqual(byLabel.get(undefined), [
    'REPORT_PAYMENT',
    'CONFIRM_PAYMENT',
    'DENY_PAYMENT',
    'WITHDRAW_PAYMENT',
    'SIGN_LETTER',
    'REPORT_LEG',
    'WITHDRAW_LEG',
    'CONFIRM_LEG',
    'DENY_LEG',
    'PROPOSE_AMENDMENT',
    'COUNTER_AMENDMENT',
    'AGREE_AMENDMENT',
    'DECLINE_AMENDMENT',
    'WITHDRAW_AMENDMENT',
    'SIGN_AMENDMENT',
    'ADD_EVIDENCE',
  ]);
  byLabel.delete(undefined);
  for (const [label, names] of byLabel)
    for (const name of names)
      assert.equal(transitions[name].choice !== undefined, names.length > 1, `${label} ${name}`);
});
