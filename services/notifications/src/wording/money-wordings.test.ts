/** Words about money that went back: each outcome its own, and a balance below zero is something to do. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyWordings } from './money-wordings.ts';

const deposit = {
  transactionId: 't1',
  accountId: 'bo',
  amountCents: 12_345,
  method: 'CARD' as const,
};

test('what becomes of money that went back is told in its own words, and a debt is something to do', () => {
  const words = (outcome: 'OPENED' | 'WON' | 'LOST', owedCents: number) =>
    moneyWordings['payments.deposit.disputed']({
      ...deposit,
      backCents: 500,
      outcome,
      owedCents,
    })[0];
  assert.match(words('WON', 0)?.body ?? '', /\$5\.00 .* is in your balance again\.$/);
  assert.match(words('LOST', 0)?.body ?? '', /keeps the amount/);
  assert.deepEqual(
    ([0, 1] as const).map((owed) => words('LOST', owed)?.alert),
    [false, true],
  );
  const undone = { ...deposit, backCents: 500, outcome: 'UNDONE' as const, owedCents: 0 };
  assert.match(
    moneyWordings['payments.deposit.refunded'](undone)[0]?.body ?? '',
    /did not reach you/,
  );
});
