/** What must be true of loans that have ended, whatever died or failed meanwhile: nothing lost, nothing twice. */

import assert from 'node:assert/strict';
import type { Person } from '../../../scripts/demo/person.ts';
import type { World } from '../world/world.ts';
import type { Ending, Loan } from './live-loan.ts';
import { get, post, until } from './persistent.ts';

export const statusOf: Record<Ending, string> = {
  REPAID: 'FINALIZED_RETURN_TO_BORROWER',
  SURRENDERED: 'FINALIZED_LENDER_SEIZURE',
  CANCELLED: 'CANCELLED',
};

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type Found = any;

/** Who has the domain in the list: exactly one of the two, and the one that the ending says. */
async function holderOf(loan: Loan): Promise<string> {
  const has = async (person: Loan['borrower']) =>
    (await get(person, '/domains?limit=100')).domains.some(
      (one: Found) => one.domain === loan.name && one.status === 'CUSTODY_PAID',
    );
  const [borrower, lender] = [await has(loan.borrower), await has(loan.lender)];
  return borrower && lender ? 'both' : borrower ? 'borrower' : lender ? 'lender' : 'nobody';
}

export async function feesOf(loan: Loan): Promise<Found[]> {
  const { transactions } = await get(loan.borrower, '/transactions?limit=100');
  return transactions.filter((one: Found) => one.type === 'Transfer fee' && one.status === 'DONE');
}

/** Asserts that the loan ended as it was to end, and who has the domain; waits for facts on their way. */
export async function endedWell(world: World, loan: Loan): Promise<void> {
  assert.equal(loan.status, statusOf[loan.ending], `loan ${loan.number}`);
  const rightful = loan.ending === 'SURRENDERED' ? 'lender' : 'borrower';
  await until(
    `${loan.name} in the hands of the ${rightful}`,
    async () => (await holderOf(loan)) === rightful,
  );
  assert.equal((await world.outside.registered(loan.name)).registrar, 'Nameloan', loan.name);
  await until('the fee is charged', async () => (await feesOf(loan)).length === 1);
}

/** A line for each thing that happened twice: escrows, arrivals, what the lender was told. */
export async function doublesOf(loan: Loan): Promise<string[]> {
  const doubled: string[] = [];
  const escrows = (await post(loan.borrower, '/escrow/borrower', { limit: 100 })).body.escrows;
  if (escrows.length !== 1) doubled.push(`loan ${loan.number}: ${escrows.length} escrows`);
  const told = (await get(loan.lender, '/notifications')).notifications.map(
    (one: Found) => one.body,
  );
  const twice = told.filter((body: string, place: number) => told.indexOf(body) !== place);
  if (twice.length > 0) doubled.push(`loan ${loan.number}: told twice: ${twice[0]}`);
  const history = await get(loan.borrower, `/escrow/${loan.escrowId}/history`);
  const arrivals = history.filter(
    (one: Found) => /custody/i.test(one.action) && one.to === 'DOMAIN_IN_CUSTODY',
  );
  if (arrivals.length > 1) doubled.push(`loan ${loan.number}: arrived ${arrivals.length} times`);
  return doubled;
}

/**
 * Waits until each notification of this person has been mailed, once: a mail that the server may have taken comes
 * again with the same Message-ID, by which a mailbox knows it. Resolves to how many mails there were.
 */
export async function mailedOnce(world: World, person: Person): Promise<number> {
  let count = 0;
  await until(`the mails to ${person.email}`, async () => {
    const { notifications } = await get(person, '/notifications');
    const mails: Found[] = await world.outside.mail(person.email);
    const ids = (body: string) =>
      new Set(mails.filter(({ text }) => text.includes(body)).map(({ messageId }) => messageId));
    for (const { body } of notifications) {
      const due = notifications.filter((one: Found) => one.body === body).length;
      const came = ids(body).size;
      assert.ok(came <= due, `${person.email}: mailed ${came} times for ${due}: ${body}`);
      if (came < due) return false;
    }
    count = new Set(mails.map(({ messageId }) => messageId)).size;
    return count > 0;
  });
  return count;
}
