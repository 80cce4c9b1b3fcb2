/** Reconciliation: exposes accounts for comparison, and republishes one. */

import type { Page } from '@nameloan/subgraph/http/reconcile-endpoint';
import { repair } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { accountEventData, accounts, sharedAccountData } from '../account/account.model.ts';
import { commit } from '../service-context.ts';

/** The expected copy of an account in other services. */
export type AccountRow = Awaited<ReturnType<typeof readAccounts>>[number];

async function readAccounts({ filter, options }: Page) {
  const found = await accounts.findMany(filter, options);
  return found.map((account) => {
    const { accountId: id, ...data } = sharedAccountData(account);
    return { id, ...data, sharesAddress: account.sharesAddress ?? false };
  });
}

/** Publishes the account with a version above all that readers have seen. NOT_FOUND for an unknown account. */
function republishAccount({
  accountId,
  above,
}: {
  accountId: string;
  above: number;
}): Promise<string> {
  return commit(async (tx) => {
    const account = await accounts.raiseVersion(await accounts.get(accountId, tx), above, tx);
    tx.emit('identity.account.changed', account, accountEventData(account));
    return `account ${accountId} was published again as version ${account.version}`;
  });
}

export const reconcile = {
  reads: { accounts: readAccounts },
  repairs: {
    'republish-account': repair(
      z.strictObject({ accountId: z.string(), above: z.number().int() }),
      republishAccount,
    ),
  },
};
