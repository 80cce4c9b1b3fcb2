/** Who has to act on an open amendment, and that its loan is among those that need this party. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveAmendment } from '../../loan/amendment.ts';
import { agreement } from '../../testing/amendment-samples.ts';
import { buildPostedLoan, claim, received, start } from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { computeRanks, lowestRank } from '../rank-loan.ts';
import { describeNextAction } from './waiting-for.ts';

const day = (at: string) => new Date(`${at}T12:00:00.000Z`);
const amended = (fields: Partial<LiveAmendment>, more: Partial<Escrow> = {}) =>
  buildPostedLoan({
    ...received,
    amendment: { ...agreement, agreedAt: day('2026-03-20'), ...fields },
    ...more,
  });
const proposed = { status: 'PROPOSED', agreedAt: null, expiresAt: day('2026-03-25') } as const;
const payment = { id: 'p', day: start, amountCents: 100, reportedAt: start, remindedAt: null };
const reported = { ...payment, method: null, reference: null, amendment: 1 };

test('an amendment waits for its answer, its signatures and its money, each with its end', () => {
  const table: [Escrow, unknown[]][] = [
    [
      amended({ ...proposed, proposedBy: 'LENDER' }),
      ['BORROWER', 'ANSWER_AMENDMENT', '2026-03-25'],
    ],
    [
      amended({ ...proposed, proposedBy: 'BORROWER' }),
      ['LENDER', 'ANSWER_AMENDMENT', '2026-03-25'],
    ],
    [amended({}), ['BOTH', 'SIGN_AMENDMENT', '2026-03-23']],
    [amended({ borrowerSignedAt: start }), ['LENDER', 'SIGN_AMENDMENT', '2026-03-23']],
    [amended({ lenderSignedAt: start }), ['BORROWER', 'SIGN_AMENDMENT', '2026-03-23']],
    [amended({ status: 'AWAITING_MONEY' }), ['BORROWER', 'PAY_AMENDMENT', '2026-03-30']],
    [
      amended({ status: 'AWAITING_MONEY' }, { openPayments: [reported] }),
      ['LENDER', 'ANSWER_PAYMENT', '2026-03-30'],
    ],
    // A claim of repayment would end the loan.
    [amended({}, { claim }), ['LENDER', 'ANSWER_CLAIM', '2026-04-12']],
  ];
  for (const [escrow, expected] of table) {
    const now = day('2026-03-21');
    const { party, action, until } = describeNextAction(escrow, { now, transferring: false });
    assert.deepEqual([party, action, until?.toISOString().slice(0, 10)], expected);
  }
});

test('a borrower who proposes new terms in grace still has to repay', () => {
  const now = day('2026-05-12');
  const describe = (proposedBy: 'BORROWER' | 'LENDER') => {
    const { party, action } = describeNextAction(amended({ ...proposed, proposedBy }), {
      ...{ now, transferring: false },
    });
    return [party, action];
  };
  assert.deepEqual(describe('BORROWER'), ['BORROWER', 'REPAY']);
  assert.deepEqual(describe('LENDER'), ['BORROWER', 'ANSWER_AMENDMENT']);
});

test('a loan whose amendment waits for a party is among those that need this party', () => {
  const now = day('2026-03-21');
  const rank = (escrow: Escrow) => computeRanks(escrow, { now, transferring: false });
  const asked = rank(amended({ ...proposed, proposedBy: 'BORROWER' }));
  assert.ok(asked.lenderRank < lowestRank('RUNNING'));
  assert.ok(asked.borrowerRank >= lowestRank('RUNNING'));
  const running = rank(buildPostedLoan(received));
  assert.ok(running.borrowerRank >= lowestRank('RUNNING'));
});
