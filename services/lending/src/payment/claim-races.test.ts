/** A payment that becomes the claim of repayment while its payee confirms it. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { clockOffsetMs, moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { runTimedTransition } from '../escrow/transition/run-timed-transition.ts';
import { confirmPayment, readFigures, reportPart } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createReceivedLoan, expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const day = 86_400_000;

/** With an open part payment that covers what a confirmed one leaves, and whose time for an answer is over. */
async function createCoveredLoan(): Promise<{ loan: TestLoan; paymentId: string }> {
  const loan = await createReceivedLoan(service);
  const { payoff } = await readFigures(loan);
  const first = await reportPart(loan, { amount: payoff - 1_000, reference: 'first' });
  const rest = await reportPart(loan, { amount: 5_000, reference: 'rest' });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: first.id }));
  moveClock(clockOffsetMs() + 10 * day);
  return { loan, paymentId: rest.id };
}

/** The silence makes the payment the claim. */
const deem = ({ id }: TestLoan) =>
  runTimedTransition({ kind: 'run-timed-transition', key: id, data: {}, attempt: 1, dueAt: now() });

/** Lets so many turns of the event loop pass. */
async function passTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

test('a confirmation never ends a loan whose payment became the claim of repayment in between', async () => {
  const reasons = new Set<string | undefined>();
  // The write can come before, within and after the confirmation: the turns between both vary until it came within.
  for (let turns = 0; turns < 60 && !reasons.has('CLAIM_CHANGED'); turns++) {
    const { loan, paymentId } = await createCoveredLoan();
    const confirming = confirmPayment(loan.lender, loan.id, { paymentId });
    await passTurns(turns);
    await deem(loan);
    const { code, reason } = await confirming;
    reasons.add(reason ?? code);
    const { status, claim } = await escrows.get(loan.id);
    // Otherwise the lender saw the claim, or confirmed a part payment before it became one.
    if (code) assert.deepEqual([status, claim?.paymentId], ['LOAN_POSTED', paymentId]);
    resetClock();
  }
  assert.ok(reasons.has('CLAIM_CHANGED'), [...reasons].join());
  reasons.delete('CLAIM_CHANGED');
  for (const reason of reasons) assert.equal(reason, undefined);
});
