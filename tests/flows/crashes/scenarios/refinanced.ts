/** A scenario in which another lender's loan repays the first one. Both loans change at the closing, once, also if its response is lost. */

import assert from 'node:assert/strict';
import type { LoanDriver, RestObject } from '../loan-driver.ts';
import { termDays } from '../loan-driver.ts';
import { get, post, retry, waitUntil } from '../retry-call.ts';
import type { Scenario } from './scenario.ts';
import { is, repaid, returned } from './scenario.ts';

const newAmount = 1_200;

/** Lists the running loan and accepts the operator's offer; a repeated call finds what the one before it wrote. */
async function acceptNew(loan: LoanDriver): Promise<string> {
  const oldId = loan.escrowId;
  const wish = { desired_apy: 10, desired_term: termDays, desired_loan_amount: newAmount };
  await waitUntil(`loan ${loan.number}: the listing`, async () => {
    await post(loan.borrower, `/escrow/${oldId}/refinance`, wish);
    return (await get(loan.borrower, `/domains/${loan.domainId}`)).listed;
  });
  const terms = { domain_id: loan.domainId, loan_amount: newAmount, term: termDays, apy: 10 };
  const offerId = await waitUntil(`loan ${loan.number}: the offer`, async () => {
    await post(loan.operator, '/offers', terms);
    const { offers } = await get(loan.operator, '/offers/sent-offers?limit=100');
    return offers.find((one: RestObject) => one.domain === loan.name)?.id;
  });
  return waitUntil(`loan ${loan.number}: the new loan`, async () => {
    await post(loan.borrower, '/escrow/accept', { offerId });
    return (await get(loan.borrower, `/escrow/${oldId}`)).replaced_by;
  });
}

type Leg = 'PAYOFF' | 'SURPLUS';

const findLeg = async (loan: LoanDriver, leg: Leg): Promise<RestObject> =>
  (await get(loan.operator, `/escrow/${loan.escrowId}/payments`)).find(
    (one: RestObject) => one.leg === leg,
  );

/** By the new lender; `loan` is the new one. */
async function report(loan: LoanDriver, leg: Leg, amount: number): Promise<RestObject> {
  const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
  const body = { leg, date: now.slice(0, 10), amount, method: 'Wire', reference: leg };
  return waitUntil(`loan ${loan.number}: report ${leg}`, async () => {
    await post(loan.operator, `/escrow/${loan.escrowId}/payments`, body);
    return findLeg(loan, leg);
  });
}

/** Each of these happened once. */
async function assertOnce(loan: LoanDriver, id: string, actions: readonly string[]): Promise<void> {
  const history: RestObject[] = await get(loan.borrower, `/escrow/${id}/history`);
  for (const expected of actions)
    assert.equal(
      history.filter(({ action }) => action === expected).length,
      1,
      `${expected} of loan ${loan.number}`,
    );
}

export const refinanced: Record<string, Scenario> = {
  'refinanced with a surplus, then repaid': {
    ...repaid,
    escrows: 2,
    run: async (loan) => {
      await loan.posted();
      await loan.day(3);
      const [oldId, oldLender] = [loan.escrowId, loan.lender];
      const nextId = await acceptNew(loan);
      const letter = `/escrow/${oldId}/payoff-letter`;
      await waitUntil(`loan ${loan.number}: the letter`, async () => {
        await post(oldLender, `${letter}/sign`, { confirm: true });
        return (await get(oldLender, letter)).confirmed;
      });
      loan.escrowId = nextId;
      loan.lender = loan.operator;
      await loan.sign(loan.borrower);
      await loan.sign(loan.lender);
      await loan.waitForStatus('NEW');
      const { days } = await get(oldLender, letter);
      const payoff = await report(loan, 'PAYOFF', days[0].amount);
      assert.equal(payoff.amount, days[0].amount);
      await waitUntil(`loan ${loan.number}: the closing`, async () => {
        await post(oldLender, `/escrow/${oldId}/payments/${payoff.id}/confirm`);
        return (await get(oldLender, `/escrow/${oldId}`)).ended_by === 'REFINANCED';
      });
      // The closing wrote both loans.
      assert.equal((await loan.escrow()).status, 'LOAN_POSTED', `loan ${loan.number}`);
      await assertOnce(loan, nextId, ['CLOSE_REFINANCE']);
      await assertOnce(loan, oldId, ['CLOSE_REFINANCE']);
      const left = Math.round(100 * (newAmount - payoff.amount)) / 100;
      const surplus = await report(loan, 'SURPLUS', left);
      await waitUntil(`loan ${loan.number}: the surplus`, async () => {
        await post(loan.borrower, `/escrow/${nextId}/payments/${surplus.id}/confirm`);
        return (await findLeg(loan, 'SURPLUS')).status === 'CONFIRMED';
      });
      const balance = await get(loan.lender, `/escrow/${nextId}/balance`);
      assert.equal(balance.principal, newAmount, `loan ${loan.number}`);
      await loan.act(loan.lender, 'finalize', { done: is(returned) });
    },
  },
};
