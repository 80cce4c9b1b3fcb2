/** People with money: they look through the listings, pay something in, offer a loan and take the offer back. */

import { live } from './journey-metrics.ts';
import { deposit, someTerms } from './loan-steps.ts';
import type { Found } from './person.ts';
import { Person } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';
import { setUpMarket } from './visitors.ts';

export const options = optionsOf(['lenders']);
export const handleSummary = summarize;
export const setup = setUpMarket;

let person: Person | undefined;

/** What another has closed or accepted in the meantime. */
const overtaken = [404, 409];

export function lenders(): Promise<void> {
  return live(async () => {
    if (person === undefined) {
      const newcomer = await new Person('Lia Lender').register();
      await deposit(newcomer, 25);
      person = newcomer;
    }
    const { listings } = await person.get('/listings?sort=APY&limit=20');
    if (listings.length > 0) await offerAndWithdraw(person, listings);
    await person.get('/offers/sent-offers');
    await person.get('/notifications');
    await person.get('/transactions');
  });
}

async function offerAndWithdraw(lender: Person, listings: Found[]): Promise<void> {
  const listing: Found = listings[Math.floor(Math.random() * listings.length)];
  await lender.get(`/listings/${listing.id}`);
  const { amount, ...terms } = someTerms();
  const answer = await lender.call('POST', '/offers', {
    body: { domain_id: listing.domain_id, loan_amount: amount, ...terms, message: 'Shall we?' },
    expected: overtaken,
  });
  if (answer.status >= 300) return;
  await lender.call('POST', `/offers/${answer.body.id}`, {
    body: { status: 'RESCINDED' },
    expected: overtaken,
  });
}
