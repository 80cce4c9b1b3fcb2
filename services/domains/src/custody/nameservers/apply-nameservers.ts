/** Job that sets a domain's requested nameservers at the registry, lifting and restoring the update lock. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { NameserverRejection } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { EppInvalidInputError, EppRejectedError } from '../../registrar/registrar-errors.ts';
import { registrarOf } from '../../registrars.ts';
import { isInconclusive, rejectionMessage } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';

export async function applyNameservers(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  const change = domain?.nameserverChange;
  if (!domain?.active || !inCustody(domain) || !change || change.rejection !== null) return;
  const registrar = registrarOf(domain);
  if (domain.legalHold && (await isChange(registrar, domain.name, change.wanted))) {
    // It waits for the end of the hold, which schedules this job; the lock is restored now.
    await restoreLock(registrar, domain.name);
    return;
  }
  const rejection = await applyAtRegistry(registrar, domain.name, change.wanted);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // A newer change has replaced this one and has its own run.
    if (present.nameserverChange?.id !== change.id) return;
    const after =
      rejection === undefined
        ? { nameservers: change.wanted, nameserverChange: null }
        : { nameserverChange: { ...change, rejection } };
    await domains.update(present, { ...present, ...after }, tx);
  });
}

async function isChange(registrar: Registrar, name: string, wanted: string[]): Promise<boolean> {
  const { nameservers } = await registrar.info(name);
  return [...nameservers].sort().join() !== [...wanted].sort().join();
}

async function restoreLock(registrar: Registrar, name: string): Promise<void> {
  const canLock = await rejectTransferRequest(registrar, name);
  if (canLock) await setLock(registrar, name, lockStatuses);
}

/** Resolves to the rejection if the registry rejects the change; throws errors that a retry may resolve. */
async function applyAtRegistry(
  registrar: Registrar,
  name: string,
  wanted: string[],
): Promise<NameserverRejection | undefined> {
  try {
    const { nameservers } = await registrar.info(name);
    const add = wanted.filter((host) => !nameservers.includes(host));
    const remove = nameservers.filter((host) => !wanted.includes(host));
    if (add.length + remove.length === 0) {
      // An earlier run may have stopped here, or the lock was lost and another registrar requested the domain.
      await restoreLock(registrar, name);
      return undefined;
    }
    const rejectedHost = await createHosts(registrar, add).catch(toRejection);
    if (rejectedHost !== undefined) {
      // An earlier change, since replaced, may have lifted the lock before a crash.
      await setLock(registrar, name, lockStatuses);
      return rejectedHost;
    }
    await changeLockedDomain(registrar, name, { addNameservers: add, removeNameservers: remove });
    return undefined;
  } catch (error) {
    const update = { registrar, name, forbidden: 'UPDATE', at: now() } as const;
    return toRejection(await withLockExplanation(error, update));
  }
}

/** Out of range (2004) or invalid syntax (2005): other values may be accepted (RFC 5730 section 3). */
const invalidValueCodes = new Set([2004, 2005]);

/** Converts a rejection by the registry; rethrows every other error. */
function toRejection(error: unknown): NameserverRejection {
  const message = rejectionMessage(error);
  if (isInconclusive(error) || message === undefined) throw error;
  if (error instanceof EppInvalidInputError) return { message, scope: 'VALUE' };
  if (error instanceof EppRejectedError && invalidValueCodes.has(error.resultCode))
    return { message: 'The registry does not accept these nameservers.', scope: 'VALUE' };
  return { message, scope: 'STATE' };
}

/** Creates missing host objects; resolves to a rejection at the first host that the registry does not accept. */
async function createHosts(
  registrar: Registrar,
  names: string[],
): Promise<NameserverRejection | undefined> {
  if (names.length === 0) return undefined;
  for (const { name, available } of await registrar.hostCheck(names)) {
    if (!available) continue;
    try {
      await registrar.hostCreate(name);
    } catch (error) {
      if (!(error instanceof EppRejectedError) || error.transient) throw error;
      if (error.code === 'EXISTS') continue;
      return { message: `The registry does not accept “${name}” as a nameserver.`, scope: 'VALUE' };
    }
  }
  return undefined;
}
