/** Lenders: deposit money, browse listings, make an offer and rescind it. */

import { runJourney } from './journey-metrics.ts';
import { deposit, randomTerms } from './loan-steps.ts';
import type { RestObject } from './person.ts';
import { Person } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';
import { setUpMarket } from './visitors.ts';

export const options = optionsOf(['lenders']);
export const handleSummary = summarize;
export const setup = setUpMarket;

let person: Person | undefined;

/** Another user closed or accepted it in the meantime. */
const staleStatuses = [404, 409];

export function lenders(): Promise<void> {
  return runJourney(async () => {
    if (person === undefined) {
      const registered = await new Person('Lia Lender').register();
      await deposit(registered, 25);
      person = registered;
    }
    const { listings } = await person.get('/listings?sort=APY&limit=20');
    if (listings.length > 0) await offerAndWithdraw(person, listings);
    await person.get('/offers/sent-offers');
    await person.get('/notifications');
    await person.get('/transactions');
  });
}

async function offerAndWithdraw(lender: Person, listings: RestObject[]): Promise<void> {
  const listing: RestObject = listings[Math.floor(Math.random() * listings.length)];
  await lender.get(`/listings/${listing.id}`);
  const { amount, ...terms } = randomTerms();
  const response = await lender.call('POST', '/offers', {
    body: { domain_id: listing.domain_id, loan_amount: amount, ...terms, message: 'Shall we?' },
    expected: staleStatuses,
  });
  if (response.status >= 300) return;
  await lender.call('POST', `/offers/${response.body.id}`, {
    body: { status: 'RESCINDED' },
    expected: staleStatuses,
  });
}
