/**
 * Job that ends the wait of a transfer out, and unlocks or relocks its domain at the registry, then publishes the result.
 * Without a transfer out it rotates the auth code.
 */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { findRejection, isInconclusive } from '../../registry.ts';
import { commit, decrypt, serviceContext } from '../../service-context.ts';
import { newAuthCode } from '../auth-code.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';
import { rotateAuthCode } from '../rotate-auth-code.ts';
import { newTransferOut, transferOutCodePurpose } from './code-purpose.ts';
import { endWait } from './wait.ts';

/** How often a request that this registrar cannot reject is checked. */
const pendingRequestMs = 60 * 60_000;

export async function processTransferOut(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active) return;
  if (!domain.transferOut) return rotateAuthCode(domain, job);
  if (domain.transferOut.state === 'WAITING') return endWait(domain, newTransferOut);
  if (domain.transferOut.state === 'UNLOCKING') return unlockForTransfer(domain);
  if (domain.transferOut.state === 'RELOCKING') return relockAfterCancel(domain);
}

async function unlockForTransfer(domain: Domain): Promise<JobResult> {
  const encryptedCode = domain.transferOut?.encryptedCode;
  if (!encryptedCode) return;
  const registrar = registrarOf(domain);
  try {
    await changeLockedDomain(registrar, domain.name, {
      authCode: decrypt(encryptedCode, transferOutCodePurpose),
    });
    await setLock(registrar, domain.name, ['clientDeleteProhibited']);
  } catch (error) {
    if (!isPermanentRejection(error)) throw error;
    // Retrying cannot help and no code has been mailed, so the transfer out is cancelled.
    const { name } = domain;
    serviceContext.log.warn({ err: error, name }, 'registry rejects the transfer out');
    const update = { registrar, name, forbidden: 'UPDATE', at: now() } as const;
    const explained = await withLockExplanation(error, update);
    return relockAfterCancel(domain, findRejection(explained) ?? null);
  }
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // A legal hold may have stopped it since; the job then locks the domain again.
    if (present.transferOut?.state !== 'UNLOCKING') return;
    const open = await domains.update(
      present,
      { ...present, transferOut: { ...present.transferOut, state: 'OPEN', encryptedCode: null } },
      tx,
    );
    tx.emit('domains.domain.transfer-out-started', open, {
      ...domainRef(open),
      sealedAuthCode: encryptedCode,
    });
  });
}

/** The mailed code must stop working. If the registry does not let us change it, the lock alone protects the domain. */
async function relockAfterCancel(
  domain: Domain,
  reason: OrderFailure | null = null,
): Promise<JobResult> {
  const registrar = registrarOf(domain);
  const { name } = domain;
  // It cannot be locked before the request ends; if it is approved, the domain has left.
  if (!(await rejectTransferRequest(registrar, name)))
    return { runAgainAt: new Date(now().getTime() + pendingRequestMs) };
  await changeLockedDomain(registrar, name, { authCode: newAuthCode() }).catch((error: unknown) => {
    if (!isPermanentRejection(error)) throw error;
  });
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
function isPermanentRejection(error: unknown): boolean {
  return error instanceof EppRejectedError && !isInconclusive(error) && error.code !== 'NOT_OURS';
}
