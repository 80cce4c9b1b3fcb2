/** People who list a name: an account, a domain proven by DNS, an open listing, now and then taken back. */

import { live } from './journey-metrics.ts';
import { addProvenDomain, openListing, someTerms } from './loan-steps.ts';
import { Person } from './person.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['borrowers']);
export const handleSummary = summarize;

/** Of this virtual user; who lists often has one account all the same. */
let person: Person | undefined;

export function borrowers(): Promise<void> {
  return live(async () => {
    person ??= await new Person('Bo Borrower').register();
    await person.get('/users/self');
    const domain = await addProvenDomain(person);
    await openListing(person, domain, someTerms());
    await person.get('/domains');
    await person.get('/offers/my-offers');
    if (Math.random() < 0.5)
      await person.call('DELETE', `/listings/${domain.id}`, { expected: [404] });
  });
}
