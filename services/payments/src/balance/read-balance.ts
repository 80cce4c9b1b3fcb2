/** Available balances, for other services and for the account itself. */

import { accounts, readAccount } from '../ledger/account.model.ts';
import { availableCents } from '../ledger/account.ts';

export async function readBalance({
  accountId,
}: {
  accountId: string;
}): Promise<{ availableCents: number }> {
  return { availableCents: availableCents(await readAccount(accountId)) };
}

/** Available cents by account id; 0 for an account without entries. */
export async function readBalances(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await accounts.findByIds(ids);
  const known = new Map(
    [...found.values()].map((account) => [account.id, availableCents(account)]),
  );
  return new Map(ids.map((id) => [id, known.get(id) ?? 0]));
}
