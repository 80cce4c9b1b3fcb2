/** The borrower of a claim that arrived short is notified, and has time to pay the rest. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFinalizeInput, buildPostedLoan, claim, decideAs } from '../../../testing/loans.ts';
import { noticed, openPayment } from '../../../testing/sample-parts.ts';
import { computeStage } from '../../stage.ts';

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

test('after a claim confirmed with a cent less the borrower has 7 days to pay it, once', () => {
  // Grace ended on 17 May, while the lender did not answer.
  const answeredAt = new Date('2026-05-25T12:00:00.000Z');
  const hours = (count: number) => new Date(answeredAt.getTime() + count * 3_600_000);
  const fields = { ...noticed, claim: claimed, graceEndNotifiedAt: null };
  const open = buildPostedLoan(fields);
  const confirm = { transition: 'CONFIRM_PAYMENT', paymentId: 'claimed' } as const;
  const input = { ...confirm, amountCents: open.amountCents - 1 };
  const short = decideAs('LENDER', open, input, answeredAt).after;
  assert.equal(computeStage(short, hours(1)), 'IN_GRACE');
  const seize = (loan: typeof short, at: Date) =>
    decideAs('LENDER', loan, buildFinalizeInput('SEIZE'), at).after;
  assert.throws(() => seize(short, hours(7 * 24)), {
    code: 'CONFLICT',
    message: /may still repay/,
  });
  assert.equal(seize(short, hours(7 * 24 + 1)).status, 'FINALIZED_LENDER_SEIZURE');

  // A second claim blocks nothing, so its confirmation gives no more time.
  const again = { ...short, claim: { ...claimed, paymentId: 'again', reference: 'R-2' } };
  const second = { ...confirm, paymentId: 'again', amountCents: 100 };
  const shorter = decideAs('LENDER', again, second, hours(24)).after;
  assert.equal(seize(shorter, hours(7 * 24 + 1)).status, 'FINALIZED_LENDER_SEIZURE');
});
