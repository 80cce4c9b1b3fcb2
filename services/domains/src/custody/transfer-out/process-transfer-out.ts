/** A job: brings the registry to what the record of a transfer out says, and says so once it is done. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { isInconclusive, rejectionMessage } from '../../registry.ts';
import { commit, decrypt, serviceContext } from '../../service-context.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';
import { newAuthCode, ownerCodePurpose } from './auth-code.ts';

export async function processTransferOut(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !domain.transferOut) return;
  if (domain.transferOut.state === 'UNLOCKING') await unlock(domain);
  else if (domain.transferOut.state === 'RELOCKING') await relock(domain);
}

async function unlock(domain: Domain): Promise<void> {
  const sealed = domain.transferOut?.encryptedCode;
  if (!sealed) return;
  try {
    await changeLockedDomain(domain.name, { authCode: decrypt(sealed, ownerCodePurpose) });
    await setLock(domain.name, ['clientDeleteProhibited']);
  } catch (error) {
    if (!isPermanentRejection(error)) throw error;
    // No other try will fare better, and no code was mailed yet: all stays as it was.
    const { name } = domain;
    serviceContext.log.warn({ err: error, name }, 'the registry forbids a transfer out');
    const why = await withLockExplanation(error, { name, forbidden: 'UPDATE', at: now() });
    return relock(domain, rejectionMessage(why) ?? null);
  }
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== 'UNLOCKING') return;
    const open = await domains.update(
      present,
      { ...present, transferOut: { ...present.transferOut, state: 'OPEN', encryptedCode: null } },
      tx,
    );
    tx.emit('domains.domain.transfer-out-started', open, {
      ...domainRef(open),
      sealedAuthCode: sealed,
    });
  });
}

/** The code that was mailed must not open anything any more: where it cannot be changed, the lock must stand. */
async function relock(domain: Domain, reason: string | null = null): Promise<void> {
  await rejectTransferRequest(domain.name);
  await changeLockedDomain(domain.name, { authCode: newAuthCode() }).catch((error: unknown) => {
    if (!isPermanentRejection(error)) throw error;
  });
  await setLock(domain.name, lockStatuses);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    if (present.transferOut?.state !== domain.transferOut?.state) return;
    const locked = await domains.update(
      present,
      { ...present, pendingTransfer: 'NONE', transferOut: null },
      tx,
    );
    tx.emit('domains.domain.transfer-out-cancelled', locked, { ...domainRef(locked), reason });
  });
}

/** A refusal that will not pass by itself; that the name is another's by now, its message will tell. */
function isPermanentRejection(error: unknown): boolean {
  return error instanceof EppRejectedError && !isInconclusive(error) && error.code !== 'NOT_OURS';
}
