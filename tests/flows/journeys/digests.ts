/** Digests: a person's reminders of one day are one mail, and other mails do not wait for it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  addProvenDomain,
  bringIntoCustody,
  makeOffer,
  openListing,
  sendLoanMoney,
} from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { createPostedLoan, defaultTerms } from '../environment/loans.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

/** Longer than a digest waits for further reminders. */
const digestMs = 4000;

/** Creates a second loan of the same borrower from another lender. */
export async function another(
  environment: GetEnvironment,
  borrower: Person,
): Promise<{ name: string }> {
  const lender = await environment().newPerson('Lou Lender');
  const domain = await addProvenDomain(
    borrower,
    environment().sandbox,
    environment().newDomainName(),
  );
  await openListing(borrower, domain.id, defaultTerms);
  const offer = await makeOffer(lender, domain.id, defaultTerms);
  const { id } = await acceptOffer(borrower, offer.id);
  await bringIntoCustody(borrower, lender, {
    sandbox: environment().sandbox,
    escrowId: id,
    domain,
  });
  await sendLoanMoney(borrower, lender, id);
  return { name: domain.domain };
}

export function digests(environment: GetEnvironment): void {
  test('two loans due on the same day send one reminder mail a day that names both, and are listed separately', async () => {
    const { borrower, domain } = await createPostedLoan(environment());
    const second = await another(environment, borrower);
    const names = [domain.domain, second.name];
    const reminders = async () => {
      const mails = await environment().sandbox.readMails(borrower.email);
      return mails.filter((one) => /reminders for|is due (in|tomorrow|today)/.test(one.subject));
    };
    for (const [days, mails] of [
      [46, 1],
      [7, 2],
    ] as const) {
      await environment().sandbox.advanceClock(`${days}d`);
      const found = await waitFor(`reminder ${mails}`, async () => {
        const all = await reminders();
        return all.length >= mails && all;
      });
      assert.match(found[0]?.subject ?? '', /^2 reminders for /);
      for (const name of names) assert.ok(found[0]?.text.includes(`The loan on ${name} is due in`));
      await pause(digestMs);
      assert.equal((await reminders()).length, mails);
      const { notifications } = await borrower.get('/notifications');
      const listed = notifications.filter((one: RestObject) => one.kind === 'DUE');
      assert.equal(listed.length, 2 * mails);
    }
  });
}
