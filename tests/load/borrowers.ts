/** Borrowers: register, verify a domain by DNS, open a listing, and sometimes remove it. */

import { runJourney } from './journey-metrics.ts';
import { addProvenDomain, openListing, randomTerms } from './loan-steps.ts';
import { Person } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['borrowers']);
export const handleSummary = summarize;

/** The account of this virtual user, kept over all its journeys. */
let person: Person | undefined;

export function borrowers(): Promise<void> {
  return runJourney(async () => {
    person ??= await new Person('Bo Borrower').register();
    await person.get('/users/self');
    const domain = await addProvenDomain(person);
    await openListing(person, domain, randomTerms());
    await person.get('/domains');
    await person.get('/offers/my-offers');
    if (Math.random() < 0.5)
      await person.call('DELETE', `/listings/${domain.id}`, { expected: [404] });
  });
}
