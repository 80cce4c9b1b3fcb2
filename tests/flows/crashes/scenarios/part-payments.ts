/** Scenarios in which the loan is repaid in parts; each payment is recorded and counted once. */

import assert from 'node:assert/strict';
import type { LoanDriver, RestObject } from '../loan-driver.ts';
import { get, post, retry, waitUntil } from '../retry-call.ts';
import type { Scenario } from './scenario.ts';
import { finalize, is, repaid, returned } from './scenario.ts';

const listPayments = async (loan: LoanDriver): Promise<RestObject[]> =>
  (await get(loan.lender, `/escrow/${loan.escrowId}/payments`)).filter(
    ({ leg }: RestObject) => leg === 'REPAYMENT',
  );

/** A report whose response is lost is repeated; the product recognises it. */
async function report(loan: LoanDriver, reference: string, amount: number): Promise<string> {
  const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
  const body = { date: now.slice(0, 10), amount, method: 'Wire', reference };
  return waitUntil(`loan ${loan.number}: report ${reference}`, async () => {
    await post(loan.borrower, `/escrow/${loan.escrowId}/payments`, body);
    return (await listPayments(loan)).find((one) => one.reference === reference)?.id;
  });
}

async function answer(loan: LoanDriver, path: string, status: string): Promise<void> {
  const [id] = path.split('/');
  await waitUntil(`loan ${loan.number}: ${path}`, async () => {
    const body = path.endsWith('deny') ? { reason: 'Nothing came.' } : undefined;
    await post(loan.lender, `/escrow/${loan.escrowId}/payments/${path}`, body);
    return (await listPayments(loan)).find((one) => one.id === id)?.status === status;
  });
}

/** The record of the payments, and the one balance that follows from those that count. */
async function assertRecorded(loan: LoanDriver, statuses: readonly string[]): Promise<void> {
  const found = await listPayments(loan);
  assert.deepEqual(
    found.map(({ status }) => status),
    statuses,
    `payments of loan ${loan.number}`,
  );
}

export const partPayments: Record<string, Scenario> = {
  'repaid in parts': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      await loan.day(3);
      const [first, second] = [await report(loan, 'P-1', 100), await report(loan, 'P-2', 200)];
      await answer(loan, `${first}/confirm`, 'CONFIRMED');
      await answer(loan, `${second}/deny`, 'DENIED');
      await loan.day(8);
      const { payoff } = await get(loan.lender, `/escrow/${loan.escrowId}/balance`);
      assert.ok(payoff > 900 && payoff < 910, `payoff ${payoff} of loan ${loan.number}`);
      await report(loan, 'P-3', payoff);
      await loan.waitForState('claim', ({ stage }) => stage === 'REPAYMENT_CLAIMED');
      await finalize(loan);
      await assertRecorded(loan, ['CONFIRMED', 'DENIED', 'CONFIRMED']);
    },
  },
  'a part counted by silence, then repaid': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      await loan.day(3);
      const id = await report(loan, 'P-1', 300);
      await loan.day(14);
      await waitUntil(`loan ${loan.number}: the part counts`, async () => {
        const [part] = await listPayments(loan);
        return part?.id === id && part.status === 'DEEMED';
      });
      const { payoff } = await get(loan.lender, `/escrow/${loan.escrowId}/balance`);
      assert.ok(payoff > 700 && payoff < 710, `payoff ${payoff} of loan ${loan.number}`);
      await finalize(loan);
      await assertRecorded(loan, ['DEEMED']);
    },
  },
  'counted parts cover the loan': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      const [first, second] = [await report(loan, 'P-1', 400), await report(loan, 'P-2', 610)];
      await answer(loan, `${first}/confirm`, 'CONFIRMED');
      await answer(loan, `${second}/confirm`, 'CONFIRMED');
      await loan.waitForState('claim', ({ stage }) => stage === 'REPAYMENT_CLAIMED');
      await loan.act(loan.lender, 'finalize', { done: is(returned) });
      await assertRecorded(loan, ['CONFIRMED', 'CONFIRMED']);
    },
  },
};
