/** What identity shows and mends when parts are compared: accounts, and telling one again. */

import type { Page } from '@nameloan/service/reconcile-endpoint.ts';
import { repair } from '@nameloan/service/reconcile-endpoint.ts';
import { z } from 'zod';
import { accountEventData, accounts } from '../account/account.model.ts';
import { commit } from '../service-context.ts';

/** An account as its readers should know it. */
export type AccountRow = Awaited<ReturnType<typeof readAccounts>>[number];

async function readAccounts({ filter, options }: Page) {
  const found = await accounts.findMany(filter, options);
  return found.map((account) => {
    const { accountId: id, ...facts } = accountEventData(account);
    return { id, version: account.version, ...facts };
  });
}

/** Tells how it stands now, in a version above all that readers have seen. NOT_FOUND for an unknown one. */
function republishAccount({
  accountId,
  above,
}: {
  accountId: string;
  above: number;
}): Promise<string> {
  return commit(async (tx) => {
    const told = await accounts.raiseVersion(await accounts.get(accountId, tx), above, tx);
    tx.emit('identity.account.changed', told, accountEventData(told));
    return `account ${accountId} was told again, in version ${told.version}`;
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
