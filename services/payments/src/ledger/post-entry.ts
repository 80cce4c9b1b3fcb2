/** Posts journal entries and updates the customers' accounts in one transaction, once per entry id. */

import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { readAccount, updateAccount } from './account.model.ts';
import { unreserve } from './account.ts';
import { entries } from './entry.model.ts';
import type { Entry } from './entry.ts';
import { assertBalanced, parseCustomerId } from './entry.ts';

export type NewEntry = Omit<Entry, 'version' | 'postedAt'>;

/**
 * Posts an entry and updates its customers' accounts. `settlesHeldCents` is released from the entry's customer's holds.
 * Resolves to false, and writes nothing, if the id was posted before. Throws if it was posted with other postings or
 * does not sum to zero.
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
    throw new Error(`journal entry ${entry.id} was already posted with other postings`);
  }
  await entries.add(entry, tx);
  for (const { account, amountCents } of entry.postings) {
    const accountId = parseCustomerId(account);
    if (accountId === null) continue;
    const before = await readAccount(accountId, tx);
    const released = accountId === entry.accountId ? unreserve(before, settlesHeldCents) : before;
    const after = { ...released, balanceCents: before.balanceCents + amountCents };
    await updateAccount(before, after, tx);
  }
  return true;
}
