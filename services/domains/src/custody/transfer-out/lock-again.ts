/** Ends a transfer out whose domain has been unlocked: replaces the mailed code and restores the lock. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import type { JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
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
): Promise<JobResult> {
  const registrar = registrarOf(domain);
  const { name } = domain;
  if (registrar.capabilities.setsAuthCode)
    await changeLockedDomain(registrar, name, { authCode: newAuthCode() }).catch(
      (error: unknown) => {
        if (!isPermanentRejection(error)) throw error;
      },
    );
  await setLock(registrar, name, lockStatuses);
  return commit<JobResult>(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== domain.transferOut?.state) return;
    if (present.transferOut?.resumes) return waitForHold(present, tx);
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

/** A legal hold has stopped it: it starts again, with another code, after the hold. */
async function waitForHold(domain: Domain, tx: Tx): Promise<JobResult> {
  const { transferOut } = domain;
  if (!transferOut) return;
  const waiting = { ...transferOut, state: 'WAITING' as const, startsAt: now(), resumes: null };
  await domains.update(domain, { ...domain, transferOut: waiting }, tx);
  return domain.legalHold ? undefined : { runAgainAt: now() };
}

/** A rejection that retrying cannot resolve. NOT_OURS is excluded: the registry's own message reports the new sponsor. */
export function isPermanentRejection(error: unknown): boolean {
  return error instanceof EppRejectedError && !isInconclusive(error) && error.code !== 'NOT_OURS';
}
