/** The one writer of the journal: entry and counters in one transaction, once per id. */

import { isDeepStrictEqual } from 'node:util';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { readAccount, updateAccount } from './account.model.ts';
import { unreserve } from './account.ts';
import { entries } from './entry.model.ts';
import type { Entry } from './entry.ts';
import { assertBalanced, parseCustomerId } from './entry.ts';

export type NewEntry = Omit<Entry, 'version' | 'postedAt'>;

/**
 * Posts an entry and moves the counters of its customers; `settlesHeldCents` of the entry's own customer
 * stop being held by it. Resolves to false, nothing written, when the id was posted before; throws when
 * it was posted with another content, or does not sum to zero.
 */
export async function postEntry(
  draft: NewEntry,
  { tx, settlesHeldCents = 0 }: { tx: Tx; settlesHeldCents?: number },
): Promise<boolean> {
  const entry: Entry = { ...draft, version: 1, postedAt: now() };
  assertBalanced(entry);
  const posted = await entries.find(entry.id, tx);
  if (posted) {
    if (isDeepStrictEqual(posted.postings, entry.postings)) return false;
    throw new Error(`journal entry ${entry.id} is posted already, with other postings`);
  }
  await entries.add(entry, tx);
  for (const { account, amountCents } of entry.postings) {
    const accountId = parseCustomerId(account);
    if (accountId === null) continue;
    const before = await readAccount(accountId, tx);
    const freed = accountId === entry.accountId ? unreserve(before, settlesHeldCents) : before;
    const after = { ...freed, balanceCents: before.balanceCents + amountCents };
    await updateAccount(before, after, tx);
  }
  return true;
}
