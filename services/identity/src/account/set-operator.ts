/** Grants or revokes the operator flag. */

import { DomainError } from '@nameloan/contracts/errors';
import { accountTopic } from '@nameloan/contracts/topics';
import { commit, publishSignal } from '../service-context.ts';
import { accountEventData, accounts } from './account.model.ts';
import { findByEmail } from './find-by-email.ts';

/** NOT_FOUND for an unknown e-mail address. Idempotent. */
export async function setOperator(email: string, operator: boolean) {
  return commit(async (tx) => {
    const account = await findByEmail(email, tx);
    if (!account)
      throw new DomainError('NOT_FOUND', 'There is no account with this e-mail address.');
    const answer = { accountId: account.id, email: account.email, operator };
    if (account.operator === operator) return { ...answer, changed: false };
    const changed = await accounts.update(account, { ...account, operator }, tx);
    tx.emit('identity.account.changed', changed, accountEventData(changed));
    tx.afterCommit(() => publishSignal(accountTopic(account.id), { what: 'rights' }));
    return { ...answer, changed: true };
  });
}
