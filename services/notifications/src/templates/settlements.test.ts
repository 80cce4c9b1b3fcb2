/** Each loan transition settles exactly the alerts that it makes obsolete. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events.ts';
import { alertKeys } from './alert-keys.ts';
import { settlements } from './settlements.ts';

type Moved = EventData<'lending.escrow.moved'>;

const moved = (more: Partial<Moved>): Moved => ({
  escrowId: 'e1',
  domainId: 'd1',
  domainName: 'example.com',
  borrowerId: 'bo',
  lenderId: 'le',
  move: 'SIGN',
  from: 'LOAN_POSTED',
  to: 'LOAN_POSTED',
  by: 'BORROWER',
  note: null,
  dueAt: null,
  graceEndsAt: null,
  payoffCents: null,
  daysToDue: null,
  receivedBy: null,
  collateralGone: false,
  ...more,
});

const ofMove = (more: Partial<Moved>) => settlements['lending.escrow.moved']?.(moved(more));

test('leaving a status settles all of its alerts', () => {
  const left = ofMove({ move: 'CANCEL', from: 'NEW', to: 'CANCELLED' });
  assert.deepEqual(left, { settled: [alertKeys.loan('e1'), alertKeys.status('e1', 'NEW')] });
});

test('a transition within a status settles only its own alert', () => {
  const steps: [Moved['move'], string[]][] = [
    ['CONFIRM_RECEIPT', [alertKeys.receipt('e1')]],
    ['CLAIM_REPAID', [alertKeys.repayment('e1'), alertKeys.denial('e1')]],
    ['DENY_REPAID', [alertKeys.claim('e1')]],
    ['SEND_NOTICE', []],
    ['SETTLE_RETURN', [alertKeys.proposal('e1')]],
  ];
  for (const [move, settled] of steps) assert.deepEqual(ofMove({ move }), { settled });
  const signed = ofMove({ from: 'PENDING_SIGNATURE', to: 'PENDING_SIGNATURE', by: 'LENDER' });
  assert.deepEqual(signed, { settled: [alertKeys.signature('e1', 'LENDER')] });
});

test('a dispute that ends with the loan continuing reopens the alerts of its status', () => {
  const on = ofMove({ move: 'RESOLVE_CONTINUE', from: 'ESCALATED', to: 'LOAN_POSTED' });
  assert.deepEqual(on, {
    settled: [alertKeys.status('e1', 'ESCALATED')],
    opened: [alertKeys.status('e1', 'LOAN_POSTED')],
  });
});
