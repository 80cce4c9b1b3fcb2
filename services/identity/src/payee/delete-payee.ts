/** Deletes a payee that no open loan names, and erases its details. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { accountNow } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import {
  assertMayChangePayees,
  assertNotHeld,
  getOwnPayee,
  lockAccount,
  requestPayeeUse,
} from './guard-payees.ts';
import { payees } from './payee.model.ts';
import type { Payee } from './payee.ts';
import { findLastValid } from './payee.ts';
import { emitPayeeChanged, eraseDetails } from './save-version.ts';

/**
 * EMAIL_NOT_VERIFIED; STEP_UP_REQUIRED; NOT_FOUND; CONFLICT with EMAIL_CHANGING, SECURITY_CHANGED_RECENTLY or PAYEE_IN_USE;
 * UNAVAILABLE if lending does not answer.
 */
export async function deletePayee(actor: AccountActor, id: string): Promise<Payee> {
  await assertMayChangePayees(actor);
  const { accountId } = actor;
  await getOwnPayee(accountId, id);
  const { named } = await requestPayeeUse(accountId, id);
  return commit(async (tx) => {
    assertNotHeld(await lockAccount(accountId, tx));
    const payee = await getOwnPayee(accountId, id, tx);
    if (named)
      throw new DomainError(
        'CONFLICT',
        'A loan names this payee. Delete it after the loan ends, or choose another one there.',
        { reason: 'PAYEE_IN_USE' },
      );
    const deleted = await payees.update(payee, { ...payee, status: 'DELETED' }, tx);
    await eraseDetails(id, tx);
    const version = findLastValid(payee, accountNow());
    // A loan may have named it since the request.
    if (version) emitPayeeChanged(deleted, { version, change: 'REMOVED' }, tx);
    return deleted;
  });
}
