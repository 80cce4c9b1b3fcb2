/** Job handler: gives the addresses of earlier releases the code of their country, at each start. */

import { readStoredCodes, readStoredPlace } from '@nameloan/countries/parse-place';
import { commit } from '../service-context.ts';
import { accountEventData, accounts } from './account.model.ts';
import type { Account } from './account.ts';

const batchSize = 500;
const order = { sort: { _id: 1 }, limit: batchSize } as const;
const keys = ['country', 'countryCode', 'subdivision'] as const;

/**
 * A country that cannot be read stays as it was written, without a code; its account chooses again before its next offer.
 * Replicas of the earlier release go on with `country`, whose new text is read at the next start.
 */
export async function assignCountryCodes(): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: Pick<Account, 'id' | (typeof keys)[number]>[] = await accounts.findProjected(
      { _id: { $gt: last } },
      keys,
      order,
    );
    for (const account of page) if (mayLackCode(account)) await assignCountryCode(account.id);
    last = page.length < batchSize ? undefined : page.at(-1)?.id;
  }
}

async function assignCountryCode(id: string): Promise<void> {
  await commit(async (tx) => {
    const account = await accounts.find(id, tx);
    if (!account || !mayLackCode(account)) return;
    const place = await readStoredPlace(account);
    if (!place && account.countryCode === null) return;
    const after = place ?? { countryCode: null, subdivision: null };
    const saved = await accounts.update(account, { ...account, ...after }, tx);
    tx.emit('identity.account.changed', saved, accountEventData(saved));
  });
}

function mayLackCode(account: Pick<Account, (typeof keys)[number]>): boolean {
  return account.country !== null && readStoredCodes(account).countryCode === null;
}
