/** Job handler: in `strict`, deletes accounts that have been unverified for seven days and were never used. */

import { setTimeout as pause } from 'node:timers/promises';
import type { JobResult } from '@nameloan/persistence/jobs';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow, now } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { settings } from '../config.ts';
import { removePayees } from '../payee/remove-payees.ts';
import { savePicture } from '../picture/save-picture.ts';
import { commit, serviceContext } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import { verifications } from './verification.model.ts';

const kind = 'delete-unverified';
const hourMs = 3_600_000;
/** Seven days of account time (docs/product-rules.md, Accounts). */
const unverifiedLifeMs = 7 * 24 * hourMs;
const batchSize = 100;
/** Gateways reject the tokens of an ended session within two seconds. */
const tokensEndMs = 3000;

export async function deleteUnverified(): Promise<JobResult> {
  const again = { runAgainAt: new Date(now().getTime() + hourMs) };
  if (settings.value.ACCOUNT_RULES !== 'strict') return again;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: Account[] = await accounts.findMany(
      { emailVerifiedAt: null, _id: { $gt: last } },
      { sort: { _id: 1 }, limit: batchSize },
    );
    await deleteUnused(page.filter(isExpired));
    last = page.length < batchSize ? undefined : page.at(-1)?.id;
  }
  return again;
}

/** After the sandbox has moved account time: the next run is due in business time. */
export const runDeletionNow = (): Promise<void> =>
  serviceContext.store.jobs.schedule({ kind, key: 'every' });

/** An absent date is an account that is older than verification. */
function isExpired({ emailVerifiedAt, operator, registeredAt, createdAt }: Account): boolean {
  const since = (registeredAt ?? createdAt).getTime();
  return emailVerifiedAt === null && !operator && accountNow().getTime() - since > unverifiedLifeMs;
}

/**
 * Ends the sessions first. From then on only a login could use the account, and each login writes it, so an account that
 * still has the same version was not used between the request and the deletion.
 */
async function deleteUnused(candidates: readonly Account[]): Promise<void> {
  const locked: Account[] = [];
  for (const { id } of candidates) {
    if (await isUsed(id)) continue;
    const ended = await commit(async (tx) => {
      const account = await accounts.find(id, tx);
      if (!account || !isExpired(account)) return undefined;
      await endAccountSessions({ accountId: id }, 'ENDED_BY_USER', tx);
      return accounts.update(account, account, tx);
    });
    if (ended) locked.push(ended);
  }
  if (locked.length === 0) return;
  await pause(tokensEndMs);
  for (const account of locked) if (!(await isUsed(account.id))) await deleteAccount(account);
}

async function isUsed(accountId: string): Promise<boolean> {
  for (const service of ['domains', 'lending', 'payments'] as const) {
    const { used } = await serviceContext.request(`${service}.account-use`, { accountId });
    if (used) return true;
  }
  return false;
}

/** A pending change of the address goes with the account, and its link with the others. */
async function removeBelongings(accountId: string, tx: Tx): Promise<void> {
  for (const link of await verifications.findMany({ accountId }, { tx }))
    await verifications.remove(link, tx);
  await savePicture(accountId, null, tx);
  await removePayees(accountId, tx);
}

/** Does nothing if the account was written since, by its user or by another replica. */
async function deleteAccount(locked: Account): Promise<void> {
  const { id: accountId } = locked;
  try {
    await commit(async (tx) => {
      const account = await accounts.find(accountId, tx);
      if (account?.version !== locked.version) return;
      await accounts.remove(account, tx);
      await removeBelongings(accountId, tx);
      const aggregate = { id: accountId, version: account.version + 1 };
      tx.emit('identity.account.deleted', aggregate, { accountId });
    });
  } catch (error) {
    if (!(error instanceof ConcurrentUpdateError)) throw error;
  }
}
