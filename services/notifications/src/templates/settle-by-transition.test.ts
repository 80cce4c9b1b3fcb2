/** Each loan transition settles exactly the alerts that it makes obsolete. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import { alertKeys } from './alert-keys.ts';
import { settleByTransition } from './transition-template.ts';

type TransitionData = EventData<'lending.escrow.moved'>;

const makeTransition = (more: Partial<TransitionData>): TransitionData => ({
  escrowId: 'e1',
  domainId: 'd1',
  domainName: 'example.com',
  borrowerId: 'bo',
  lenderId: 'le',
  move: 'SIGN',
  from: 'LOAN_POSTED',
  to: 'LOAN_POSTED',
  by: 'BORROWER',
  hasNote: false,
  dueAt: null,
  graceEndsAt: null,
  payoffCents: null,
  instalment: null,
  daysToDue: null,
  receivedBy: null,
  collateralGone: false,
  claimBlocks: true,
  maySeize: false,
  evidenceComplete: false,
  ...more,
});

const settle = (more: Partial<TransitionData>) => settleByTransition(makeTransition(more));

test('leaving a status settles all of its alerts', () => {
  const settlement = settle({ move: 'CANCEL', from: 'NEW', to: 'CANCELLED' });
  assert.deepEqual(settlement, { settled: [alertKeys.loan('e1'), alertKeys.status('e1', 'NEW')] });
});

test('a transition within a status settles only its own alert', () => {
  const steps: [TransitionData['move'], string[]][] = [
    ['CONFIRM_RECEIPT', [alertKeys.receipt('e1'), alertKeys.details('e1')]],
    ['WITHDRAW_CLAIM', [alertKeys.claim('e1')]],
    ['CLAIM_REPAID', [alertKeys.repayment('e1'), alertKeys.denial('e1')]],
    ['DENY_REPAID', [alertKeys.claim('e1')]],
    ['SEND_NOTICE', []],
    ['SETTLE_RETURN', [alertKeys.proposal('e1')]],
  ];
  for (const [move, settled] of steps) assert.deepEqual(settle({ move }), { settled });
  const part = alertKeys.partPayment('e1');
  const money = alertKeys.agreedMoney('e1');
  const confirm = { move: 'CONFIRM_PAYMENT', by: 'LENDER' } as const;
  assert.deepEqual(settle({ ...confirm, claimBlocks: false }), {
    settled: [part, money, alertKeys.claim('e1')],
  });
  assert.deepEqual(settle(confirm), { settled: [part, money] });
  const advance = { settled: [alertKeys.advance('e1'), money] };
  assert.deepEqual(settle({ ...confirm, by: 'BORROWER' }), advance);
  assert.deepEqual(settle({ move: 'WITHDRAW_PAYMENT', by: 'LENDER' }), advance);
  assert.deepEqual(settle({ move: 'DEEM_ADVANCE', by: 'SYSTEM' }), advance);
  const signed = settle({ from: 'PENDING_SIGNATURE', to: 'PENDING_SIGNATURE', by: 'LENDER' });
  assert.deepEqual(signed, { settled: [alertKeys.signature('e1', 'LENDER')] });
});

test('a dispute that ends with the loan continuing reopens the alerts of its status', () => {
  const settlement = settle({ move: 'RESOLVE_CONTINUE', from: 'ESCALATED', to: 'LOAN_POSTED' });
  assert.deepEqual(settlement, {
    settled: [alertKeys.status('e1', 'ESCALATED')],
    opened: [alertKeys.status('e1', 'LOAN_POSTED')],
  });
});
