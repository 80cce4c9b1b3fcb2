/** What a decision about a dispute can reject. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLoan, inStatus, start } from '../../../testing/loans.ts';
import { listRejectable } from './reject-deemed.ts';

test('what was set off against further principal is not rejected without it', () => {
  const counted = { day: start, amountCents: 1_000, deemedAt: start };
  const countedPayments = [
    { ...counted, id: 'part' },
    { ...counted, id: 'set off', amendment: 1 },
    { ...counted, id: 'confirmed', deemedAt: null },
  ];
  const loan = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', countedPayments });
  assert.deepEqual(listRejectable(loan), ['part']);
});
