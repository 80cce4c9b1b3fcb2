/** Job handler: marks the addresses of accounts that are older than verification as verified, at each start. */

import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';

const batchSize = 500;
const order = { sort: { _id: 1 }, limit: batchSize } as const;

/** One mail for each account says so. An account that a replica of an earlier release adds is marked at the next start. */
export async function acceptFormerAddresses(): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: Pick<Account, 'id' | 'emailVerifiedAt'>[] = await accounts.findProjected(
      { _id: { $gt: last } },
      ['emailVerifiedAt'],
      order,
    );
    for (const { id, emailVerifiedAt } of page)
      if (emailVerifiedAt === undefined) await commit((tx) => acceptAddress(id, tx));
    last = page.length < batchSize ? undefined : page.at(-1)?.id;
  }
}

async function acceptAddress(id: string, tx: Tx): Promise<void> {
  const account = await accounts.find(id, tx);
  // Null is an account whose link is not used yet.
  if (!account || account.emailVerifiedAt !== undefined) return;
  const saved = await accounts.update(account, { ...account, emailVerifiedAt: new Date() }, tx);
  emitSecurityChange(saved, { change: 'EMAIL_ACCEPTED', accountId: id, by: null }, tx);
}
