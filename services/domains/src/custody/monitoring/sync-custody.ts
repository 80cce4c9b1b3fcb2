/** Compares a domain in custody with the registry and applies the difference, as the registry's messages do. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { ensureReport } from '../../diligence/request-report.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef, inCustody, isLeaving, loanRef } from '../../domain/domain.ts';
import { confirmLock } from '../../hold/confirm-lock.ts';
import { hiddenAlert, setAlert } from '../../operator-alerts.ts';
import { scheduleRegistrant } from '../../registrant/schedule-registrant.ts';
import type { Registrar, RegistryDomain } from '../../registrar/registrar.ts';
import {
  EppInvalidInputError,
  EppRejectedError,
  EppUnavailableError,
} from '../../registrar/registrar-errors.ts';
import { connectionIdOf, jobKeyOf, registrarOf } from '../../registrars.ts';
import { readFromRegistry } from '../../registry.ts';
import { extendRegistration, isLater } from '../../renewal/extend-registration.ts';
import { deletingWarning, wasWarned } from '../../renewal/registration-expiry.ts';
import { warnOfExpiry } from '../../renewal/warn-of-expiry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { transferRuleAt } from '../../suffix/suffixes.ts';
import {
  confirmLossMs,
  nextCustodyCheck,
  repeatedCustodyCheck,
} from '../custody-check-schedule.ts';
import { endCustody } from '../end-custody.ts';
import { missingLocks } from '../lock.ts';
import { findUnexpectedStatuses } from './find-unexpected-statuses.ts';

/** Registries may report times in whole seconds. */
const roundingMs = 1000;

type CustodyState =
  | { kind: 'OURS'; record: RegistryDomain }
  | { kind: 'ANOTHERS' }
  /** 2303: the registry does not know the name. */
  | { kind: 'UNKNOWN' }
  /** A response that does not say who sponsors the domain; not a loss. */
  | { kind: 'UNCLEAR'; why: string; isHidden: boolean };

/** Throws while the registry is unavailable, which is not a loss. */
export async function syncCustody(domain: Domain): Promise<void> {
  const state = await fetchCustodyState(registrarOf(domain), domain.name);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // The domain changed during the check, so the result may be outdated; the next round checks again.
    if (present.version !== domain.version) return;
    if (!present.active || !inCustody(present))
      return setCustodyCheck(present, { custodyCheck: null, tx });
    await applyCustodyState(present, { state, tx });
  });
}

/** Postpones the check of a domain whose check failed. */
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

/** Schedules a round with this domain now. */
export async function requestCustodyCheck(id: string): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || !inCustody(present)) return;
    const unknownSince = present.custodyCheck?.unknownSince ?? null;
    await setCustodyCheck(present, { custodyCheck: { at: now(), unknownSince }, tx });
    await tx.schedule({ kind: 'watch-custody', key: jobKeyOf(connectionIdOf(present)) });
  });
}

async function setCustodyCheck(
  domain: Domain,
  { custodyCheck, tx }: { custodyCheck: Domain['custodyCheck']; tx: Tx },
): Promise<void> {
  await domains.update(domain, { ...domain, custodyCheck }, tx);
}

async function fetchCustodyState(registrar: Registrar, name: string): Promise<CustodyState> {
  try {
    const record = await readFromRegistry(registrar.info(name));
    return record.ours ? { kind: 'OURS', record } : { kind: 'ANOTHERS' };
  } catch (error) {
    if (error instanceof EppRejectedError && error.code === 'UNKNOWN_NAME')
      return { kind: 'UNKNOWN' };
    const unreadable = error instanceof EppUnavailableError && error.code === 'UNREADABLE';
    const unclear =
      error instanceof EppRejectedError || error instanceof EppInvalidInputError || unreadable;
    const isHidden = error instanceof EppRejectedError && error.code === 'NOT_OURS';
    if (unclear) return { kind: 'UNCLEAR', why: error.message, isHidden };
    throw error;
  }
}

async function applyCustodyState(
  domain: Domain,
  { state, tx }: { state: CustodyState; tx: Tx },
): Promise<void> {
  const unknownSince = domain.custodyCheck?.unknownSince ?? null;
  switch (state.kind) {
    case 'ANOTHERS':
      return endCustody(domain, { end: 'TRANSFERRED', tx });
    case 'UNKNOWN':
      return applyUnknown(domain, tx);
    case 'UNCLEAR': {
      const { name } = domain;
      const { why } = state;
      tx.afterCommit(() =>
        serviceContext.log.warn({ name, why }, 'custody check was inconclusive'),
      );
      if (state.isHidden) tx.afterCommit(() => setAlert(true, hiddenAlert(domain.id, name)));
      return setCustodyCheck(domain, {
        custodyCheck: { at: nextCustodyCheck(), unknownSince },
        tx,
      });
    }
    case 'OURS':
      return refreshCustody(domain, { record: state.record, tx });
  }
}

/** After its expiry a name can be restored for about this long at all registries. */
const maxHiddenMs = 80 * 86_400_000;

/**
 * A second check must confirm a loss. A registrar that knows no other names hides a name that has left the account, and
 * one that has expired although it can still be restored.
 */
async function applyUnknown(domain: Domain, tx: Tx): Promise<void> {
  const unknownSince = domain.custodyCheck?.unknownSince ?? now();
  const { knowsOtherNames } = registrarOf(domain).capabilities;
  const expiredForMs = now().getTime() - (domain.expiresAt ?? now()).getTime();
  if (!knowsOtherNames && expiredForMs > 0 && expiredForMs < maxHiddenMs) {
    tx.afterCommit(() => setAlert(true, hiddenAlert(domain.id, domain.name)));
    return setCustodyCheck(domain, {
      custodyCheck: { at: nextCustodyCheck(), unknownSince },
      tx,
    });
  }
  if (now().getTime() - unknownSince.getTime() < confirmLossMs)
    return setCustodyCheck(domain, {
      custodyCheck: { at: repeatedCustodyCheck(), unknownSince },
      tx,
    });
  const isElsewhere = !knowsOtherNames && expiredForMs <= 0;
  return endCustody(domain, { end: isElsewhere ? 'TRANSFERRED' : 'DELETED', tx });
}

/** The domain is in our account: restores its lock, takes over its expiry and schedules the next check. */
async function refreshCustody(
  domain: Domain,
  { record, tx }: { record: RegistryDomain; tx: Tx },
): Promise<void> {
  const { transferOutAvailableAt } = domain;
  const { answersTransferOut, hidesTransferOut } = registrarOf(domain).capabilities;
  const needsOperator = !answersTransferOut && !isLeaving(domain);
  const unexpectedStatuses = findUnexpectedStatuses(
    { transferOutAvailableAt, needsOperator },
    record.statuses,
    now(),
  );
  tx.afterCommit(() => setAlert(false, hiddenAlert(domain.id, domain.name)));
  const former = domain.unexpectedStatuses ?? [];
  const isChanged = unexpectedStatuses.join() !== former.join();
  const checked = {
    ...domain,
    ...planRelock(domain, { record, tx }),
    ...(record.ds && { dnssec: { ds: [...record.ds] } }),
    ...(isChanged ? { unexpectedStatuses } : {}),
    ...laterLockEnd(domain, record),
    // Otherwise only the registrar's notices report a request.
    ...(!hidesTransferOut &&
      planRequestNotice(domain, record.statuses.includes('pendingTransfer'))),
    custodyCheck: { at: nextCustodyCheck(), unknownSince: null },
  };
  const kept = await syncExpiry(domain, { checked, expiresAt: record.expiresAt, tx });
  if (!domain.transferOut?.requestSeenAt && kept.transferOut?.requestSeenAt)
    publishRequest(kept, tx);
  if (isChanged) {
    const data = { ...domainRef(kept), ...loanRef(kept), statuses: unexpectedStatuses };
    tx.emit('domains.domain.unexpected-statuses', kept, data);
  }
  if (missingLocks(registrarOf(domain), record).length === 0) await confirmLock(kept, tx);
  if (record.statuses.includes('pendingDelete') && !wasWarned(kept, deletingWarning))
    await warnOfExpiry(kept, { days: deletingWarning, reason: null, tx });
  if (kept.listingIds.length > 0 || kept.reservation) await ensureReport(kept, tx);
  const isForeign = record.registrant !== undefined && kept.registrant;
  if (isForeign && record.registrant !== kept.registrant?.contactId)
    await scheduleRegistrant(kept, tx);
  // Scheduled at every daily check, so that no registration is left without its watch job.
  await tx.schedule({ kind: 'watch-registration', key: domain.id });
  if (checked.nameserverChange?.rejection === null)
    await tx.schedule({ kind: 'set-nameservers', key: domain.id });
}

/** The registrar's own lock may last longer than the rule of the suffix, or have been extended. */
function laterLockEnd(
  { transferOutAvailableAt }: Domain,
  { lockedUntil }: RegistryDomain,
): Partial<Pick<Domain, 'transferOutAvailableAt'>> {
  const isLater = lockedUntil && (!transferOutAvailableAt || lockedUntil > transferOutAvailableAt);
  return isLater ? { transferOutAvailableAt: lockedUntil } : {};
}

/** Whether a request with the mailed code is pending; the owner is notified of each. */
function planRequestNotice(
  domain: Domain,
  isRequested: boolean,
): Partial<Pick<Domain, 'transferOut'>> {
  const { transferOut } = domain;
  if (transferOut?.state !== 'OPEN') return {};
  if (isRequested === Boolean(transferOut.requestSeenAt)) return {};
  return { transferOut: { ...transferOut, requestSeenAt: isRequested ? now() : null } };
}

/**
 * Records what a notice says about a request made with the mailed code, where the name does not show it. A replayed notice
 * at worst mails the owner again.
 */
export async function noteRequest(id: string, isRequested: boolean): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const plan = planRequestNotice(present, isRequested);
    if (!present.active || !plan.transferOut) return;
    const noted = await domains.update(present, { ...present, ...plan }, tx);
    if (isRequested) publishRequest(noted, tx);
  });
}

/** The date is that of the transfer rule, because a domain query does not return the registry’s own. */
function publishRequest(domain: Domain, tx: Tx): void {
  const { silenceHours } = transferRuleAt(domain.suffix, now());
  const approvedBy = new Date(now().getTime() + silenceHours * 3_600_000).toISOString();
  tx.emit('domains.domain.transfer-out-requested', domain, { ...domainRef(domain), approvedBy });
}

async function syncExpiry(
  domain: Domain,
  { checked, expiresAt, tx }: { checked: Domain; expiresAt: Date | undefined; tx: Tx },
): Promise<Domain> {
  // A renewal in progress records the new expiry itself.
  if (!expiresAt || domain.renewal || isSameTime(expiresAt, domain.expiresAt))
    return domains.update(domain, checked, tx);
  if (!domain.expiresAt || isLater(expiresAt, domain.expiresAt))
    return extendRegistration(domain, { ...checked, expiresAt }, { charge: null, tx });
  return domains.update(domain, { ...checked, expiresAt }, tx);
}

function isSameTime(one: Date, other: Date | null): boolean {
  return other !== null && Math.abs(one.getTime() - other.getTime()) < roundingMs;
}

/**
 * A lost lock is restored, and a pending transfer request rejected, by the nameserver job with the nameservers
 * that are already set, so that only one job ever changes the lock. Undefined when the lock is intact or is
 * being changed.
 */
function planRelock(
  domain: Domain,
  { record, tx }: { record: RegistryDomain; tx: Tx },
): Pick<Domain, 'nameserverChange'> | undefined {
  const registrar = registrarOf(domain);
  const missing = missingLocks(registrar, record);
  const requested = record.statuses.includes('pendingTransfer');
  if ((missing.length === 0 && !requested) || isLeaving(domain)) return undefined;
  // It cannot be locked before the request ends, which the operator must arrange with the registrar.
  if (requested && !registrar.capabilities.answersTransferOut) return undefined;
  if (domain.nameserverChange && domain.nameserverChange.rejection === null) return undefined;
  const { id: domainId, name } = domain;
  tx.afterCommit(() =>
    serviceContext.log.error({ domainId, name, missing }, 'domain in custody is not locked'),
  );
  return { nameserverChange: { id: newId(), wanted: [...record.nameservers], rejection: null } };
}
