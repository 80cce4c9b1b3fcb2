/** The event of a confirmation says whether the borrower has to pay the rest of a claimed payment. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPostedLoan, claim, decideAs } from '../../../testing/loans.ts';
import { openPayment } from '../../../testing/sample-parts.ts';

const claimed = { ...claim, paymentId: 'claimed', amountCents: 500_000 };

const readShort = (amountCents: number, paymentId = 'claimed') => {
  const loan = buildPostedLoan({ claim: claimed, openPayments: [openPayment] });
  const input = { transition: 'CONFIRM_PAYMENT', paymentId, amountCents } as const;
  const moved = decideAs('LENDER', loan, input).events.find(
    ({ subject }) => subject === 'lending.escrow.moved',
  );
  return moved && 'shortClaim' in moved.data ? moved.data.shortClaim : undefined;
};

test('only a confirmation of less than the claimed payoff is a short claim', () => {
  const { amountCents } = buildPostedLoan();
  assert.equal(readShort(amountCents - 1), true);
  assert.equal(readShort(10_000, openPayment.id), undefined);
});
