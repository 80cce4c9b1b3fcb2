/**
 * Job that ends the wait of a transfer out, and unlocks or relocks its domain at the registry, then publishes the result. It
 * ends the life of a mailed code, and without a transfer out it rotates the auth code.
 */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import { registrarOf } from '../../registrars.ts';
import { findRejection } from '../../registry.ts';
import { commit, decrypt, encrypt, serviceContext } from '../../service-context.ts';
import { changeLockedDomain, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';
import { rotateAuthCode } from '../rotate-auth-code.ts';
import { newTransferOut, transferOutCodePurpose } from './code-purpose.ts';
import { expireCode, findCodeExpiry } from './expire-code.ts';
import { isPermanentRejection, lockAgain } from './lock-again.ts';
import { endWait } from './wait.ts';

/** How often a request that this registrar cannot reject is checked. */
const pendingRequestMs = 60 * 60_000;

export async function processTransferOut(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active) return;
  if (!domain.transferOut) return rotateAuthCode(domain, job);
  if (domain.transferOut.state === 'WAITING') return endWait(domain, newTransferOut);
  if (domain.transferOut.state === 'UNLOCKING') return unlockForTransfer(domain);
  if (domain.transferOut.state === 'OPEN') return expireCode(domain);
  if (domain.transferOut.state === 'RELOCKING') return relockAfterCancel(domain);
}

async function unlockForTransfer(domain: Domain): Promise<JobResult> {
  const encryptedCode = domain.transferOut?.encryptedCode;
  if (!encryptedCode) return;
  const registrar = registrarOf(domain);
  let sealedAuthCode = encryptedCode;
  try {
    if (registrar.capabilities.setsAuthCode)
      await changeLockedDomain(registrar, domain.name, {
        authCode: decrypt(encryptedCode, transferOutCodePurpose),
      });
    await setLock(registrar, domain.name, ['clientDeleteProhibited']);
    // A registrar that chooses the codes may show them only for names without the lock.
    const chosen = await registrar.fetchAuthCode?.(domain.name);
    if (chosen !== undefined) sealedAuthCode = encrypt(chosen, transferOutCodePurpose);
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
    const codeExpiresAt = findCodeExpiry(present);
    const transferOut = { ...present.transferOut, state: 'OPEN' as const, encryptedCode: null };
    const open = await domains.update(
      present,
      {
        ...present,
        transferOut: { ...transferOut, codeExpiresAt },
        codeKnownTo: registrar.capabilities.setsAuthCode ? null : present.accountId,
      },
      tx,
    );
    if (codeExpiresAt) await tx.schedule({ kind: 'transfer-out', key: open.id, at: codeExpiresAt });
    tx.emit('domains.domain.transfer-out-started', open, {
      ...domainRef(open),
      sealedAuthCode,
      codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
    });
  });
}

async function relockAfterCancel(
  domain: Domain,
  reason: OrderFailure | null = null,
): Promise<JobResult> {
  // It cannot be locked before the request ends; if it is approved, the domain has left.
  if (!(await rejectTransferRequest(registrarOf(domain), domain.name)))
    return { runAgainAt: new Date(now().getTime() + pendingRequestMs) };
  return lockAgain(domain, { reason, codeExpired: false });
}
