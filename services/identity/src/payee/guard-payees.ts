/** Who may change payees, and when. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError, emailChanging } from '@nameloan/contracts/errors';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { readHeldUntil } from '../account/email-change.ts';
import { assertUnrestricted } from '../account/restriction.ts';
import { assertSecurityUnchanged } from '../security/security-hold.ts';
import { serviceContext } from '../service-context.ts';
import { assertFresh } from '../session/fresh-session.ts';
import { payees } from './payee.model.ts';
import type { Payee } from './payee.ts';

/** EMAIL_NOT_VERIFIED, then STEP_UP_REQUIRED. */
export async function assertMayChangePayees(actor: AccountActor): Promise<void> {
  await assertUnrestricted(actor.accountId);
  await assertFresh(actor);
}

/**
 * The account, written without a change: concurrent changes of its payees, password, address and MFA conflict, so each
 * sees the other.
 */
export async function lockAccount(accountId: string, tx: Tx): Promise<Account> {
  const account = await accounts.get(accountId, tx);
  return accounts.update(account, account, tx);
}

/** CONFLICT with EMAIL_CHANGING or SECURITY_CHANGED_RECENTLY. */
export function assertNotHeld(account: Account): void {
  const heldUntil = readHeldUntil(account, accountNow());
  if (heldUntil) throw emailChanging(heldUntil.toISOString());
  assertSecurityUnchanged(account, accountNow());
}

/** NOT_FOUND for a payee of another account, and for a deleted one. */
export async function getOwnPayee(accountId: string, id: string, tx?: Tx): Promise<Payee> {
  const payee = await payees.get(id, tx);
  if (payee.accountId !== accountId || payee.status === 'DELETED')
    throw new DomainError('NOT_FOUND', 'There is no such payee.');
  return payee;
}

/** How loans use it. UNAVAILABLE if lending does not answer. */
export function requestPayeeUse(
  accountId: string,
  payeeId: string,
): Promise<ReplyPayload<'lending.payee-use'>> {
  return serviceContext.request('lending.payee-use', { accountId, payeeId });
}
