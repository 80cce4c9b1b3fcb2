/** What an account can spend now: asked by other services, and shown to its owner. */

import { accounts, readAccount } from '../ledger/account.model.ts';
import { availableCents } from '../ledger/account.ts';

export async function readBalance({
  accountId,
}: {
  accountId: string;
}): Promise<{ availableCents: number }> {
  return { availableCents: availableCents(await readAccount(accountId)) };
}

/** Available cents by account id; an account that never moved has 0. */
export async function readBalances(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await accounts.findByIds(ids);
  const known = new Map(
    [...found.values()].map((account) => [account.id, availableCents(account)]),
  );
  return new Map(ids.map((id) => [id, known.get(id) ?? 0]));
}
