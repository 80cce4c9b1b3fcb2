/** Every figure of a loan follows its accrual: simple interest, or daily compounding in loans of earlier releases. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { listFlows } from '../dashboard/payment-flows.ts';
import { buildPerformanceLine } from '../statement/performance-lines.ts';
import { buildStatementLine } from '../statement/statement.ts';
import {
  actors,
  buildFinalizeInput,
  buildPostedLoan,
  claim,
  decideAs,
  hash,
  inStatus,
  received,
  receivedAt,
  simple,
} from '../testing/loans.ts';
import type { Escrow } from './escrow.ts';
import { computePayoff, computePayoffIfDenied } from './stage.ts';
import { decideTransition } from './transition/decide-transition.ts';

const due = new Date('2026-05-09T12:00:00.000Z');
const noticed: Partial<Escrow> = { ...received, noticeAt: received.dueAt };
const past = addDays(due, 9);

/** What was written by finalizing at `at`. */
const finalize = (loan: Escrow, outcome: 'RETURN' | 'SEIZE' | 'SURRENDER', at: Date) => {
  const role = outcome === 'SURRENDER' ? 'BORROWER' : 'LENDER';
  return decideTransition(loan, buildFinalizeInput(outcome), { by: actors[role], now: at });
};
const running = (more: Partial<Escrow>) => buildPostedLoan({ ...received, ...more });
const seizedWithoutDebt = (more: Partial<Escrow>) =>
  buildPostedLoan({
    ...inStatus.FINALIZED_LENDER_SEIZURE,
    ...more,
    status: 'FINALIZED_LENDER_SEIZURE',
    finalizedAt: due,
  });

/** 900.50 at 18 %: 22 days to the claim, 60 days to the due date, 69 days to the seizure. */
const figures: [string, (more: Partial<Escrow>) => unknown, simple: number, compound: number][] = [
  ['the payoff', (more) => computePayoff(running(more), due), 92_714, 92_754],
  [
    'the payoff of a claimed day',
    (more) => computePayoff(running({ ...more, claim }), due),
    91_027,
    91_032,
  ],
  [
    'the payoff if the claim is denied',
    (more) => computePayoffIfDenied(running({ ...more, claim }), due),
    92_714,
    92_754,
  ],
  [
    'the final payoff',
    (more) => finalize(running(more), 'RETURN', due).after.finalPayoffCents,
    92_714,
    92_754,
  ],
  [
    'the debt that a surrender discharges',
    (more) => finalize(running(more), 'SURRENDER', due).after.dischargedCents,
    92_714,
    92_754,
  ],
  [
    'the debt that a seizure discharges',
    (more) =>
      finalize(buildPostedLoan({ ...noticed, ...more }), 'SEIZE', past).after.dischargedCents,
    93_114,
    93_166,
  ],
  [
    'the payoff of an event',
    (more) =>
      decideAs('BORROWER', running(more), { transition: 'ESCALATE', reason: 'x' }, due)
        .events.map(({ data }) => ('payoffCents' in data ? data.payoffCents : undefined))
        .at(0),
    92_714,
    92_754,
  ],
  [
    'an expected payment',
    (more) => listFlows(running(more), 'LENDER', { now: receivedAt })[0]?.amountCents,
    92_714,
    92_754,
  ],
  [
    'a late payment',
    (more) =>
      listFlows(buildPostedLoan({ ...noticed, ...more }), 'LENDER', { now: addDays(due, 3) })[0]
        ?.amountCents,
    92_848,
    92_891,
  ],
  [
    'the interest that a lender expects',
    (more) => buildPerformanceLine(running(more), receivedAt)?.expectedCents,
    2_664,
    2_704,
  ],
  [
    'the interest that has accrued',
    (more) => buildPerformanceLine(running(more), addDays(receivedAt, 41))?.accruedCents,
    1_821,
    1_839,
  ],
  [
    'the discharged debt of a statement, where the record has none',
    (more) => {
      const query = { accountId: 'b1', year: 2026, now: new Date('2027-01-01') };
      return buildStatementLine(seizedWithoutDebt(more), query)?.dischargedCents;
    },
    92_714,
    92_754,
  ],
];

for (const [name, compute, expectedSimple, expectedCompound] of figures)
  test(`${name} is simple interest in a new loan and stays compounded in an old one`, () => {
    assert.equal(compute(simple), expectedSimple);
    assert.equal(compute({}), expectedCompound);
    assert.equal(compute({ accrual: 'COMPOUND_365', accrualSha256: hash }), expectedCompound);
  });

test('a loan compounds if its contract was drawn up by a replica that knows nothing else', () => {
  assert.equal(computePayoff(running({ accrual: 'SIMPLE_365' }), due), 92_754);
  const redrawn = { ...simple, contractSha256: 'b'.repeat(64) };
  assert.equal(computePayoff(running(redrawn), due), 92_754);
  assert.equal(
    computePayoff(running({ accrual: 'SIMPLE_365', contractSha256: null }), due),
    92_714,
  );
});
