/** Applies a change of address once the new mailbox has confirmed it, in the transaction that uses its link. */

import type { Actor } from '@nameloan/contracts/actor';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accountEventData, accounts } from '../account/account.model.ts';
import { withAddress } from '../account/account.ts';
import { canonicalizeEmail, toEmailKey } from '../account/email-address.ts';
import { findCurrentChange, findPending } from '../account/email-change.ts';
import { emailTaken, isTaken } from '../account/find-taken.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { publishSignal } from '../service-context.ts';
import type { Verification } from '../verification/verification.ts';

/**
 * False for a link whose change was cancelled, stopped, replaced or has ended. True without effect if it was applied.
 * CONFLICT if another account has taken the address since the request.
 */
export async function confirmEmailChange(
  actor: Actor,
  link: Verification,
  tx: Tx,
): Promise<boolean> {
  const account = await accounts.find(link.accountId, tx);
  if (!account) return false;
  const at = accountNow();
  if (account.emailKey === link.emailKey)
    return findCurrentChange(account, at)?.status === 'CONFIRMED';
  const change = findPending(account, at);
  if (!change || link.status === 'USED' || toEmailKey(change.newEmail) !== link.emailKey)
    return false;
  const { newEmail: email } = change;
  if (await isTaken(email, tx)) throw emailTaken('newEmail');
  const emailKey = toEmailKey(email);
  const canonicalEmail = canonicalizeEmail(email) ?? emailKey;
  const address = { email, emailKey, canonicalEmail, sharesAddress: false, verifiedAt: new Date() };
  const emailChange = { ...change, status: 'CONFIRMED' as const };
  const saved = await accounts.update(
    account,
    { ...withAddress(account, address), emailChange, securityChangedAt: at },
    tx,
  );
  // Links in the former mailbox, which the user may have lost.
  await invalidateResets(account.id, tx);
  tx.emit('identity.account.changed', saved, accountEventData(saved));
  emitSecurityChange(saved, { change: 'EMAIL_CHANGED', accountId: saved.id, by: actor }, tx);
  tx.afterCommit(() => publishSignal(accountTopic(account.id), { what: 'rights' }));
  return true;
}
