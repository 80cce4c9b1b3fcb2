/** A job: brings a domain's nameservers to the registry, the update lock lifted and restored around it. */

import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { domains } from '../../domain/domain.model.ts';
import type { NameserverRejection } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import { EppInvalidInputError, EppRejectedError } from '../../registrar/registrar-errors.ts';
import { isInconclusive, registry, rejectionMessage } from '../../registry.ts';
import { commit } from '../../service-context.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';

export async function applyNameservers(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  const change = domain?.nameserverChange;
  if (!domain?.active || !inCustody(domain) || !change || change.rejection !== null) return;
  const rejection = await applyAtRegistry(domain.name, change.wanted);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // Changed again meanwhile: that wish has a run of its own.
    if (present.nameserverChange?.id !== change.id) return;
    const after =
      rejection === undefined
        ? { nameservers: change.wanted, nameserverChange: null }
        : { nameserverChange: { ...change, rejection } };
    await domains.update(present, { ...present, ...after }, tx);
  });
}

/** Resolves to the registry's refusal, if it refused; throws what is worth another try. */
async function applyAtRegistry(
  name: string,
  wanted: string[],
): Promise<NameserverRejection | undefined> {
  try {
    const there = await registry().info(name);
    const add = wanted.filter((one) => !there.nameservers.includes(one));
    const remove = there.nameservers.filter((one) => !wanted.includes(one));
    if (add.length + remove.length === 0) {
      // Perhaps an earlier run got this far and no further, or the lock was lost: then others may have asked.
      await rejectTransferRequest(name);
      await setLock(name, lockStatuses);
      return undefined;
    }
    const untaken = await createHosts(add).catch(toRejection);
    if (untaken !== undefined) {
      // An earlier wish, replaced by this one, may have lifted the lock before a crash.
      await setLock(name, lockStatuses);
      return untaken;
    }
    await changeLockedDomain(name, { addNameservers: add, removeNameservers: remove });
    return undefined;
  } catch (error) {
    return toRejection(await withLockExplanation(error, { name, forbidden: 'UPDATE', at: now() }));
  }
}

/** A value out of range (2004) or of no such form (2005): others of its kind may be taken (RFC 5730 section 3). */
const invalidValueCodes = new Set([2004, 2005]);

/** The refusal, if it is one; anything else is thrown on. */
function toRejection(error: unknown): NameserverRejection {
  const message = rejectionMessage(error);
  if (isInconclusive(error) || message === undefined) throw error;
  if (error instanceof EppInvalidInputError) return { message, scope: 'VALUE' };
  if (error instanceof EppRejectedError && invalidValueCodes.has(error.resultCode))
    return { message: 'The registry does not take these nameservers.', scope: 'VALUE' };
  return { message, scope: 'STATE' };
}

/** Makes host objects where the registry lacks them; resolves to a refusal of the first that it does not take. */
async function createHosts(names: string[]): Promise<NameserverRejection | undefined> {
  if (names.length === 0) return undefined;
  for (const { name, available } of await registry().hostCheck(names)) {
    if (!available) continue;
    try {
      await registry().hostCreate(name);
    } catch (error) {
      if (!(error instanceof EppRejectedError) || error.transient) throw error;
      if (error.code === 'EXISTS') continue;
      return { message: `The registry does not take “${name}” as a nameserver.`, scope: 'VALUE' };
    }
  }
  return undefined;
}
