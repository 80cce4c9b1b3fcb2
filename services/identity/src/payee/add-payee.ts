/** Adds a payee to the caller's account. It is valid at once, because no loan names it yet. */

import { randomBytes } from 'node:crypto';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { PayeeKind } from '@nameloan/contracts/payee';
import { accountNow } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { commit, quotas, serviceContext } from '../service-context.ts';
import { assertMayChangePayees, assertNotHeld, lockAccount } from './guard-payees.ts';
import type { PayeeInput } from './parse-payee.ts';
import { parseLabel, parsePayee } from './parse-payee.ts';
import { payees, saltPurpose } from './payee.model.ts';
import type { Payee } from './payee.ts';
import { maxPayees } from './payee.ts';
import { emitPayeeChanged, withNewVersion } from './save-version.ts';

/**
 * EMAIL_NOT_VERIFIED; STEP_UP_REQUIRED; INVALID_INPUT with a sentence per field; CONFLICT with EMAIL_CHANGING,
 * SECURITY_CHANGED_RECENTLY or TOO_MANY_PAYEES; TOO_MANY_REQUESTS.
 */
export async function addPayee(
  actor: AccountActor,
  { kind, ...input }: PayeeInput & { kind: PayeeKind },
): Promise<Payee> {
  await assertMayChangePayees(actor);
  const { accountId } = actor;
  const parsed = parsePayee(kind, input);
  return commit(async (tx) => {
    const account = await lockAccount(accountId, tx);
    assertNotHeld(account);
    const present = await payees.findMany({ accountId, status: 'ACTIVE' }, { tx });
    if (present.length >= maxPayees)
      throw new DomainError(
        'CONFLICT',
        `An account has at most ${maxPayees} payees. Delete one first.`,
        { reason: 'TOO_MANY_PAYEES' },
      );
    await quotas.take('payeeChanges', accountId, tx);
    const id = newId();
    const salt = randomBytes(16).toString('hex');
    const empty: Payee = {
      ...{ id, version: 1, accountId, kind },
      label: parseLabel(input.label),
      encryptedSalt: serviceContext.encrypt(salt, saltPurpose(id)),
      ...{ status: 'ACTIVE', versions: [] },
    };
    const version = { parsed, changedAt: accountNow(), delayMs: 0 };
    const { payee, added } = await withNewVersion({ account, payee: empty }, version, tx);
    const saved = await payees.add(payee, tx);
    emitPayeeChanged(saved, { version: added, change: 'ADDED' }, tx);
    return saved;
  });
}
