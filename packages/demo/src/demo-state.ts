/** Ids of the demo's records: read once at the start and then updated by the demo itself, because reading lists is slow. */

import { domainToASCII } from 'node:url';
import type { AccountName, Accounts } from './accounts.ts';
import { accountNames } from './accounts.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

export class DemoState {
  /** Ids by owner and name (`keyOf`). */
  readonly domains = new Map<string, string>();
  /** Ids by lender and domain name (`keyOf`), which are unique in the demo. */
  readonly offers = new Map<string, string>();
  /** Ids by domain name; no domain of the demo backs two loans. */
  readonly loans = new Map<string, string>();

  /** Resolves to the known id, or creates the record. */
  async findOrCreate(
    kind: 'domains' | 'offers' | 'loans',
    key: string,
    create: () => Promise<{ id: string }>,
  ): Promise<string> {
    const known = this[kind].get(key);
    if (known !== undefined) return known;
    const { id } = await create();
    this[kind].set(key, id);
    return id;
  }
}

export const keyOf = (account: AccountName, name: string): string =>
  `${account} ${domainToASCII(name)}`;

/** Reads the records that exist, for example after a crash. */
export async function readDemoState(accounts: Accounts): Promise<DemoState> {
  const state = new DemoState();
  await Promise.all(
    accountNames.map(async (account) => {
      const person = accounts[account];
      const { domains } = await person.get('/domains?limit=100');
      const { offers } = await person.get('/offers/sent-offers?limit=100');
      const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 100 });
      for (const { id, domain } of domains as RestObject[])
        state.domains.set(keyOf(account, domain), id);
      for (const { id, domain } of offers as RestObject[])
        state.offers.set(keyOf(account, domain), id);
      for (const { id, domain } of escrows as RestObject[]) state.loans.set(domain, id);
    }),
  );
  return state;
}
