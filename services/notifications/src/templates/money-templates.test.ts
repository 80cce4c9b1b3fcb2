/** Texts of refunds, disputes and a balance below zero. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyTemplates } from './money-templates.ts';

const deposit = {
  transactionId: 't1',
  accountId: 'bo',
  amountCents: 12_345,
  method: 'CARD' as const,
};

test('each outcome of a dispute or refund has its own text', () => {
  const render = (outcome: 'OPENED' | 'WON' | 'LOST') =>
    moneyTemplates['payments.deposit.disputed'].drafts({
      ...deposit,
      backCents: 500,
      outcome,
      owedCents: 0,
    })[0];
  assert.match(render('WON')?.body ?? '', /\$5\.00 .* is back in your balance\.$/);
  assert.match(render('LOST')?.body ?? '', /keeps the amount/);
  const undone = { ...deposit, backCents: 500, outcome: 'UNDONE' as const, owedCents: 0 };
  assert.match(
    moneyTemplates['payments.deposit.refunded'].drafts(undone)[0]?.body ?? '',
    /didn’t reach you/,
  );
});

test('a balance creates an alert only while it is below zero', () => {
  const drafts = [-1, 0, 1].map((availableCents) =>
    moneyTemplates['payments.balance.changed'].drafts({ accountId: 'bo', availableCents }),
  );
  assert.deepEqual(
    drafts.map((each) => each.map(({ to }) => to)),
    [['bo'], [], []],
  );
});
