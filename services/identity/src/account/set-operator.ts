/** Grants or revokes the operator flag. */

import { DomainError } from '@nameloan/contracts/errors';
import { accountTopic } from '@nameloan/contracts/topics';
import { settings } from '../config.ts';
import { commit, publishSignal } from '../service-context.ts';
import { accountEventData, accounts } from './account.model.ts';
import type { Account } from './account.ts';
import { isVerified } from './account.ts';
import { findByEmail } from './find-by-email.ts';

/** NOT_FOUND for an unknown e-mail address; EMAIL_NOT_VERIFIED in `strict`. Idempotent. */
export async function setOperator(email: string, operator: boolean) {
  return commit(async (tx) => {
    const account = await findByEmail(email, tx);
    if (!account)
      throw new DomainError('NOT_FOUND', 'There is no account with this e-mail address.');
    if (operator) assertGrantable(account);
    const answer = { accountId: account.id, email: account.email, operator };
    if (account.operator === operator) return { ...answer, changed: false };
    const changed = await accounts.update(account, { ...account, operator }, tx);
    tx.emit('identity.account.changed', changed, accountEventData(changed));
    tx.afterCommit(() => publishSignal(accountTopic(account.id), { what: 'rights' }));
    return { ...answer, changed: true };
  });
}

/** Staff rights belong to a mailbox that someone reads. In a trial, a demonstration grants them at once. */
function assertGrantable(account: Account): void {
  if (settings.value.ACCOUNT_RULES !== 'strict' || isVerified(account)) return;
  throw new DomainError(
    'EMAIL_NOT_VERIFIED',
    'This account’s e-mail address is not verified. Its user must open the mailed link first.',
  );
}
