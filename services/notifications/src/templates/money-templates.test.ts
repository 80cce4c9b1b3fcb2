/** Words about money that went back, each outcome its own, and about a balance below zero. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyTemplates } from './money-templates.ts';

const deposit = {
  transactionId: 't1',
  accountId: 'bo',
  amountCents: 12_345,
  method: 'CARD' as const,
};

test('what becomes of money that went back is told in its own words', () => {
  const words = (outcome: 'OPENED' | 'WON' | 'LOST') =>
    moneyTemplates['payments.deposit.disputed']({
      ...deposit,
      backCents: 500,
      outcome,
      owedCents: 0,
    })[0];
  assert.match(words('WON')?.body ?? '', /\$5\.00 .* is in your balance again\.$/);
  assert.match(words('LOST')?.body ?? '', /keeps the amount/);
  const undone = { ...deposit, backCents: 500, outcome: 'UNDONE' as const, owedCents: 0 };
  assert.match(
    moneyTemplates['payments.deposit.refunded'](undone)[0]?.body ?? '',
    /did not reach you/,
  );
});

test('a balance is told of only while it is below zero', () => {
  const told = [-1, 0, 1].map((availableCents) =>
    moneyTemplates['payments.balance.changed']({ accountId: 'bo', availableCents }),
  );
  assert.deepEqual(
    told.map((words) => words.map(({ to }) => to)),
    [['bo'], [], []],
  );
});
