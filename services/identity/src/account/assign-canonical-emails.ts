/** Job handler: gives the accounts of earlier releases their canonical address, at each start. */

import { commit, serviceContext } from '../service-context.ts';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';
import { canonicalizeEmail } from './email-address.ts';

const batchSize = 500;
const order = { sort: { _id: 1 }, limit: batchSize } as const;
const keys = ['canonicalEmail', 'sharesAddress'] as const;

/**
 * Replicas of the earlier release go on with `emailKey`, so it stays. Of two accounts with one address the older gets
 * the canonical form; the other is marked, and stays reachable under its own spelling.
 */
export async function assignCanonicalEmails(): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: Pick<Account, 'id' | 'canonicalEmail' | 'sharesAddress'>[] =
      await accounts.findProjected({ _id: { $gt: last } }, keys, order);
    for (const account of page) if (!isAssigned(account)) await assignCanonicalEmail(account.id);
    last = page.length < batchSize ? undefined : page.at(-1)?.id;
  }
}

async function assignCanonicalEmail(id: string): Promise<void> {
  await commit(async (tx) => {
    const account = await accounts.find(id, tx);
    if (!account || isAssigned(account)) return;
    // An address that no server can deliver to has no canonical form and keeps its spelling.
    const canonicalEmail = canonicalizeEmail(account.email) ?? account.emailKey;
    const holder = await accounts.findOne({ canonicalEmail }, tx);
    const [keeper, other] =
      holder && isOlder(holder, account) ? [holder, account] : [account, holder];
    if (other) {
      const { canonicalEmail: _, ...rest } = other;
      await accounts.update(other, { ...rest, sharesAddress: true }, tx);
      tx.afterCommit(() => reportShared(keeper, other));
    }
    if (keeper === account) await accounts.update(account, { ...account, canonicalEmail }, tx);
  });
}

function isAssigned({ canonicalEmail, sharesAddress }: Partial<Account>): boolean {
  return typeof canonicalEmail === 'string' || sharesAddress === true;
}

function isOlder(one: Account, other: Account): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference === 0 ? one.id < other.id : difference < 0;
}

function reportShared(keeper: Account, other: Account): void {
  serviceContext.log.warn(
    { olderAccountId: keeper.id, accountId: other.id },
    'two accounts have one e-mail address in two spellings; each logs in with its own',
  );
}
