/** Ends a transfer out whose domain has been unlocked: replaces the mailed code and restores the lock. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef } from '../../domain/domain.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { newAuthCode } from '../auth-code.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';

/**
 * The mailed code must stop working. If the registry does not let us change it, the lock alone protects the domain. Throws
 * while the lock cannot be set, as during a pending transfer request.
 */
export async function lockAgain(
  domain: Domain,
  { reason, codeExpired }: { reason: OrderFailure | null; codeExpired: boolean },
): Promise<void> {
  const registrar = registrarOf(domain);
  const { name } = domain;
  if (registrar.capabilities.setsAuthCode)
    await changeLockedDomain(registrar, name, { authCode: newAuthCode() }).catch(
      (error: unknown) => {
        if (!isPermanentRejection(error)) throw error;
      },
    );
  await setLock(registrar, name, lockStatuses);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== domain.transferOut?.state) return;
    const locked = await domains.update(
      present,
      { ...present, pendingTransfer: 'NONE', transferOut: null },
      tx,
    );
    tx.emit('domains.domain.transfer-out-cancelled', locked, {
      ...domainRef(locked),
      reason,
      waited: false,
      codeExpired,
    });
  });
}

/** A rejection that retrying cannot resolve. NOT_OURS is excluded: the registry's own message reports the new sponsor. */
export function isPermanentRejection(error: unknown): boolean {
  return error instanceof EppRejectedError && !isInconclusive(error) && error.code !== 'NOT_OURS';
}
