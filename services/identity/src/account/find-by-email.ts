/** Finds the account of an e-mail address in any spelling. */

import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';
import { canonicalizeEmail, toEmailKey } from './email-address.ts';

/**
 * The account that was registered with this spelling, otherwise the one of the canonical address. So two accounts that
 * an earlier release opened for one address are both found, each by its own spelling.
 */
export async function findByEmail(typed: string, tx?: Tx): Promise<Account | undefined> {
  const spelled = await accounts.findOne({ emailKey: toEmailKey(typed) }, tx);
  if (spelled) return spelled;
  const canonicalEmail = canonicalizeEmail(typed);
  return canonicalEmail === undefined ? undefined : accounts.findOne({ canonicalEmail }, tx);
}

/** Key of an address in rate limits: its spellings share one limit. */
export function toRateLimitKey(typed: string): string {
  return canonicalizeEmail(typed) ?? toEmailKey(typed);
}
