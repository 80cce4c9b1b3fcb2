/** Scenarios in which the lender sells the loan; the buyer ends it. The closing happens once, also if its response is lost. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import { tokenOf } from '@nameloan/driver/steps';
import type { LoanDriver, RestObject } from '../loan-driver.ts';
import { get, post, retry, waitUntil } from '../retry-call.ts';
import type { Scenario } from './scenario.ts';
import { finalize, repaid } from './scenario.ts';

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };

/** Opens the sale; a repeated call finds the one that it opened. */
async function offer(loan: LoanDriver): Promise<{ token: string; path: string }> {
  const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
  const day = now.slice(0, 10);
  const expires = new Date(Date.parse(day) + 20 * 86_400_000).toISOString().slice(0, 10);
  const assignment = await waitUntil(`loan ${loan.number}: the sale`, async () => {
    await post(loan.lender, `/escrow/${loan.escrowId}/assignment`, { price: 900, day, expires });
    return (await get(loan.lender, `/escrow/${loan.escrowId}`)).assignment;
  });
  return { token: tokenOf(assignment.url), path: `/assignments/${assignment.id}` };
}

/** Repeats a step until its effect shows. */
async function take(
  loan: LoanDriver,
  { person, call, body }: { person: Person; call: string; body?: unknown },
  done: (sale: RestObject) => unknown,
): Promise<void> {
  await waitUntil(`loan ${loan.number}: ${call}`, async () => {
    const response = await post(person, call, body);
    const path = call.slice(0, call.lastIndexOf('/'));
    const sale = response.status === 200 ? response.body : await get(person, path);
    return done(sale);
  });
}

export const sold: Record<string, Scenario> = {
  'sold, then repaid to the buyer': {
    ...repaid,
    run: async (loan) => {
      await loan.posted();
      const { token, path } = await offer(loan);
      const [seller, buyer] = [loan.lender, loan.operator];
      const accept = { person: buyer, call: `/assignments/${token}/accept` };
      await take(loan, accept, ({ status }) => status === 'ACCEPTED');
      for (const [person, field] of [
        [buyer, 'buyer_signed_at'],
        [seller, 'seller_signed_at'],
      ] as const) {
        const body = { name: person.name, consent: true, address };
        await take(loan, { person, call: `${path}/sign`, body }, (sale) => sale[field]);
      }
      const { now } = await retry('the clock', () => loan.environment.sandbox.readClock());
      const body = { date: now.slice(0, 10), method: 'Wire', reference: `S-${loan.number}` };
      const send = { person: buyer, call: `${path}/markSent`, body };
      await take(loan, send, ({ status }) => status !== 'SIGNED');
      const confirm = { person: seller, call: `${path}/confirm` };
      await take(loan, confirm, ({ status }) => status === 'CLOSED');
      const { sales, lender_name } = await loan.escrow();
      assert.deepEqual([sales.length, lender_name], [1, buyer.name], `loan ${loan.number}`);
      await waitUntil(`loan ${loan.number}: the seal`, async () => (await get(buyer, path)).sealed);
      const history: RestObject[] = await get(buyer, `/escrow/${loan.escrowId}/history`);
      assert.equal(history.filter(({ action }) => action === 'ASSIGN').length, 1);
      loan.lender = buyer;
      await finalize(loan);
    },
  },
};
