/** What is there already, read once at the start and kept up by what the demo itself makes: lists are dear to ask for. */

import { domainToASCII } from 'node:url';
import type { AccountName, Accounts } from './accounts.ts';
import { accountNames } from './accounts.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type RestObject = any;

export class DemoState {
  /** Ids by a key of owner and name. */
  readonly domains = new Map<string, string>();
  /** Ids by the lender and the name that the offer is on; no two of the demo are alike. */
  readonly offers = new Map<string, string>();
  /** Ids by the domain's name; no name of the demo backs two loans. */
  readonly loans = new Map<string, string>();

  /** The id that is known, or that of what is made now. */
  async have(
    kind: 'domains' | 'offers' | 'loans',
    key: string,
    make: () => Promise<{ id: string }>,
  ): Promise<string> {
    const known = this[kind].get(key);
    if (known !== undefined) return known;
    const { id } = await make();
    this[kind].set(key, id);
    return id;
  }
}

export const keyOf = (who: AccountName, name: string): string => `${who} ${domainToASCII(name)}`;

/** What a crash left. */
export async function readDemoState(people: Accounts): Promise<DemoState> {
  const memory = new DemoState();
  await Promise.all(
    accountNames.map(async (who) => {
      const person = people[who];
      const { domains } = await person.get('/domains?limit=100');
      const { offers } = await person.get('/offers/sent-offers?limit=100');
      const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 100 });
      for (const { id, domain } of domains as RestObject[])
        memory.domains.set(keyOf(who, domain), id);
      for (const { id, domain } of offers as RestObject[])
        memory.offers.set(keyOf(who, domain), id);
      for (const { id, domain } of escrows as RestObject[]) memory.loans.set(domain, id);
    }),
  );
  return memory;
}
