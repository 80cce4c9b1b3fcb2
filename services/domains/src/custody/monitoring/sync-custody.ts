/** One look at a domain in custody, and what follows from it: the same as from the registry's messages. */

import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { recurringKey } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import type { RegistryDomain } from '../../registrar/registrar.ts';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
} from '../../registrar/registrar-errors.ts';
import { readFromRegistry, registry } from '../../registry.ts';
import { extendRegistration, isLater } from '../../renewal/extend-registration.ts';
import { deletingWarning, wasWarned } from '../../renewal/registration-expiry.ts';
import { warnOfExpiry } from '../../renewal/warn-of-expiry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import {
  confirmLossMs,
  nextCustodyCheck,
  repeatedCustodyCheck,
} from '../custody-check-schedule.ts';
import { lockStatuses } from '../lock.ts';
import { endCustody } from './end-custody.ts';

/** Registries may tell times in whole seconds. */
const roundingMs = 1000;

type CustodyState =
  | { kind: 'OURS'; there: RegistryDomain }
  | { kind: 'ANOTHERS' }
  /** 2303: the registry does not know the name. */
  | { kind: 'UNKNOWN' }
  /** An answer that says nothing of who has the name; no loss. */
  | { kind: 'UNCLEAR'; why: string };

/** Throws while the registry is away, which is silence and no loss. */
export async function syncCustody(domain: Domain): Promise<void> {
  const seen = await fetchCustodyState(domain.name);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // Changed since: what was seen may be older than that, and the next round looks again.
    if (present.version !== domain.version) return;
    if (!present.active || !inCustody(present))
      return setCustodyCheck(present, { custodyCheck: null, tx });
    await applyCustodyState(present, { seen, tx });
  });
}

/** Nothing was seen; another look follows, but not at once. */
export async function postponeCustodyCheck({ id }: Domain): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.custodyCheck) return;
    await setCustodyCheck(present, {
      custodyCheck: { ...present.custodyCheck, at: repeatedCustodyCheck() },
      tx,
    });
  });
}

/** Has the domain looked at in the next round, which is due now. */
export async function requestCustodyCheck(id: string): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || !inCustody(present)) return;
    const unknownSince = present.custodyCheck?.unknownSince ?? null;
    await setCustodyCheck(present, { custodyCheck: { at: now(), unknownSince }, tx });
    await tx.schedule({ kind: 'watch-custody', key: recurringKey });
  });
}

async function setCustodyCheck(
  domain: Domain,
  { custodyCheck, tx }: { custodyCheck: Domain['custodyCheck']; tx: Tx },
): Promise<void> {
  await domains.update(domain, { ...domain, custodyCheck }, tx);
}

async function fetchCustodyState(name: string): Promise<CustodyState> {
  try {
    const there = await readFromRegistry(registry().info(name));
    return there.sponsor === registry().clientId ? { kind: 'OURS', there } : { kind: 'ANOTHERS' };
  } catch (error) {
    if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME')
      return { kind: 'UNKNOWN' };
    const unreadable = error instanceof EppUnavailableError && error.code === 'UNREADABLE';
    const unclear =
      error instanceof EppRejectedError || error instanceof EppInvalidInputError || unreadable;
    if (unclear) return { kind: 'UNCLEAR', why: error.message };
    throw error;
  }
}

async function applyCustodyState(
  domain: Domain,
  { seen, tx }: { seen: CustodyState; tx: Tx },
): Promise<void> {
  const unknownSince = domain.custodyCheck?.unknownSince ?? null;
  switch (seen.kind) {
    case 'ANOTHERS':
      return endCustody(domain, { end: 'TAKEN', tx });
    case 'UNKNOWN': {
      const since = unknownSince ?? now();
      if (now().getTime() - since.getTime() >= confirmLossMs)
        return endCustody(domain, { end: 'DELETED', tx });
      return setCustodyCheck(domain, {
        custodyCheck: { at: repeatedCustodyCheck(), unknownSince: since },
        tx,
      });
    }
    case 'UNCLEAR': {
      const { name } = domain;
      const { why } = seen;
      tx.afterCommit(() =>
        serviceContext.log.warn({ name, why }, 'a look at a domain told nothing'),
      );
      return setCustodyCheck(domain, {
        custodyCheck: { at: nextCustodyCheck(), unknownSince },
        tx,
      });
    }
    case 'OURS':
      return refreshCustody(domain, { there: seen.there, tx });
  }
}

/** The name is where it should be: its lock and its expiry are brought to where they should be. */
async function refreshCustody(
  domain: Domain,
  { there, tx }: { there: RegistryDomain; tx: Tx },
): Promise<void> {
  const fresh = {
    ...domain,
    ...planRelock(domain, { there, tx }),
    custodyCheck: { at: nextCustodyCheck(), unknownSince: null },
  };
  const kept = await syncExpiry(domain, { fresh, expiresAt: there.expiresAt, tx });
  if (there.statuses.includes('pendingDelete') && !wasWarned(kept, deletingWarning))
    await warnOfExpiry(kept, { days: deletingWarning, reason: null, tx });
  // Each day anew, so that no end of a registration is ever left unwatched.
  await tx.schedule({ kind: 'watch-registration', key: domain.id });
  if (fresh.nameserverChange?.rejection === null)
    await tx.schedule({ kind: 'set-nameservers', key: domain.id });
}

async function syncExpiry(
  domain: Domain,
  { fresh, expiresAt, tx }: { fresh: Domain; expiresAt: Date | undefined; tx: Tx },
): Promise<Domain> {
  // A renewal under way takes over the expiry that it makes.
  if (!expiresAt || domain.renewal || isSameTime(expiresAt, domain.expiresAt))
    return domains.update(domain, fresh, tx);
  if (!domain.expiresAt || isLater(expiresAt, domain.expiresAt))
    return extendRegistration(domain, { ...fresh, expiresAt }, { charge: null, tx });
  return domains.update(domain, { ...fresh, expiresAt }, tx);
}

function isSameTime(one: Date, other: Date | null): boolean {
  return other !== null && Math.abs(one.getTime() - other.getTime()) < roundingMs;
}

/**
 * A lost lock is set again, and a request that came in meanwhile refused, by the job that lifts and restores
 * the lock for nameservers, here for those that stand already: so no two runs ever turn the same lock.
 * Undefined: nothing is amiss, or the lock is just being turned.
 */
function planRelock(
  domain: Domain,
  { there, tx }: { there: RegistryDomain; tx: Tx },
): Pick<Domain, 'nameserverChange'> | undefined {
  const missing = lockStatuses.filter((status) => !there.statuses.includes(status));
  const wanted = there.statuses.includes('pendingTransfer');
  if ((missing.length === 0 && !wanted) || domain.transferOut) return undefined;
  if (domain.nameserverChange && domain.nameserverChange.rejection === null) return undefined;
  const { id: domainId, name } = domain;
  tx.afterCommit(() =>
    serviceContext.log.error({ domainId, name, missing }, 'a domain in custody is not locked'),
  );
  return { nameserverChange: { id: newId(), wanted: [...there.nameservers], rejection: null } };
}
