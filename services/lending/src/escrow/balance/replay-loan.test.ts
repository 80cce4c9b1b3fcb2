/** The shared replays of a loan record. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { buildPostedLoan, receivedAt, simple } from '../../testing/loans.ts';
import type { Receipt } from '../escrow.ts';
import { replayLoan } from './replay-loan.ts';

test('a replay of another receipt is not the shared one of the record', () => {
  const receipt: Receipt = {
    ...{ date: null, method: null, reference: null, at: receivedAt, by: 'BORROWER' },
  };
  const loan = { ...buildPostedLoan(simple), receipt };
  const day = addDays(receivedAt, 30);
  const stored = replayLoan(loan, receipt, { day });
  const other = { ...receipt, at: addDays(receivedAt, 10) };
  // 900.50 at 18 %: 13.32 in 30 days, 8.88 in 20.
  const interest = [stored, replayLoan(loan, other, { day }), replayLoan(loan, receipt, { day })];
  assert.deepEqual(
    interest.map(({ interestCents }) => interestCents),
    [1_332, 888, 1_332],
  );
});

test('a record that was read again shares the replays of an equal one, and of no other', () => {
  const receipt: Receipt = {
    ...{ date: null, method: null, reference: null, at: receivedAt, by: 'BORROWER' },
  };
  const day = addDays(receivedAt, 60);
  const read = (changed: { amountCents?: number; rateBps?: number } = {}) => {
    const countedPayments = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: `p${index}`, day: addDays(receivedAt, index + 1), deemedAt: null },
      amountCents: index === 29 ? (changed.amountCents ?? 100) : 100,
    }));
    const loan = { ...buildPostedLoan(simple), receipt: { ...receipt }, countedPayments };
    return { ...loan, rateBps: changed.rateBps ?? loan.rateBps };
  };
  const replay = (loan: ReturnType<typeof read>) => replayLoan(loan, loan.receipt, { day });
  const first = replay(read());
  assert.equal(replay(read()), first);
  const more = replay(read({ amountCents: 150 }));
  assert.equal(more.principalCents, first.principalCents - 50);
  assert.notEqual(replay(read({ rateBps: 0 })).payoffCents, first.payoffCents);
  assert.deepEqual(replay(read()), first);
});
