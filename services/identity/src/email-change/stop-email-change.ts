/** Stops a change of address with the link that was mailed to the former one, also after the change. */

import type { AccountActor, Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountTopic } from '@nameloan/contracts/topics';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accountEventData, accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { canBeStopped, findCurrentChange, findPending } from '../account/email-change.ts';
import { emailTaken } from '../account/find-taken.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { scheduleReset } from '../reset/schedule-reset.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit, publishSignal } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import { hashToken, isTokenFormat } from '../session/refresh-token.ts';
import { restoreFormer } from './restore-former.ts';

/**
 * Restores the former address, ends every session, makes the password unusable and mails a reset link, because the
 * person who requested the change knows the password. Repeatable. INVALID_INPUT for a link that is unknown or older than 72 hours; TOO_MANY_REQUESTS.
 */
export async function stopEmailChange(actor: Actor, token: string): Promise<boolean> {
  const attempts = [{ kind: 'stop-token-address' as const, key: clientNetwork(actor.ip) }];
  try {
    await countFailures(attempts, async () => {
      const { change } = await findByToken(token);
      if (change.status === 'STOPPED') return;
      await commit((tx) => stop(actor, token, tx));
    });
  } catch (error) {
    if (isDuplicate(error, 'emailKey') || isDuplicate(error, 'canonicalEmail'))
      throw emailTaken('email');
    throw error;
  }
  return true;
}

async function findByToken(token: string, tx?: Tx) {
  const account = isTokenFormat(token)
    ? await accounts.findOne({ 'emailChange.stopHashes': hashToken(token) }, tx)
    : undefined;
  const change = account && findCurrentChange(account, accountNow());
  // Changes of an earlier release have a link although the former address was never verified.
  if (!account || !change || !canBeStopped(change)) throw invalidLink();
  return { account, change };
}

async function stop(actor: Actor, token: string, tx: Tx): Promise<void> {
  const { account, change } = await findByToken(token, tx);
  // After a lost response or a second click.
  if (change.status === 'STOPPED') return;
  const isApplied = change.status === 'CONFIRMED';
  const restored = restoreFormer(account, change);
  const secured = { ...restored, securityChangedAt: accountNow() };
  const saved = await accounts.update(account, secured, tx);
  await endAccountSessions({ accountId: account.id }, 'ENDED_BY_USER', tx);
  await invalidateResets(account.id, tx);
  await scheduleReset(saved, tx);
  if (isApplied) tx.emit('identity.account.changed', saved, accountEventData(saved));
  const details = { change: 'EMAIL_CHANGE_STOPPED', accountId: account.id, by: actor } as const;
  emitSecurityChange(saved, details, tx);
}

/** Withdraws a change that waits for its new address; does nothing without one. Returns the account. */
export function cancelEmailChange({ accountId }: AccountActor): Promise<Account> {
  return commit(async (tx) => {
    const account = await accounts.get(accountId, tx);
    const pending = findPending(account, accountNow());
    if (!pending) return account;
    const emailChange = { ...pending, status: 'CANCELLED' as const };
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'rights' }));
    return accounts.update(account, { ...account, emailChange }, tx);
  });
}

function invalidLink(): DomainError {
  const sentence = 'This link has expired. If you didn’t do this, set a new password.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
