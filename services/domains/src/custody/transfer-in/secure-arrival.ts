/** Job for an approved transfer: locks the domain at the registry before it counts as in custody. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef, inCustody, loanRef } from '../../domain/domain.ts';
import { withHold } from '../../hold/legal-hold.model.ts';
import { scheduleRegistrant } from '../../registrant/schedule-registrant.ts';
import type { RegistryDomain } from '../../registrar/registrar.ts';
import { registrarOf } from '../../registrars.ts';
import { coversLoanTerm, requiredUntil } from '../../registration-term.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { findSuffix, transferRuleAt } from '../../suffix/suffixes.ts';
import { nextCustodyCheck } from '../custody-check-schedule.ts';
import { endCustody } from '../end-custody.ts';
import { lockStatuses, missingLocks, setLock } from '../lock.ts';
import { scheduleRotation } from '../rotate-auth-code.ts';

const hour = 3_600_000;
const retryMs = 60_000;
/** Registries transfer at once or after maintenance; after this delay staff must contact the registry. */
const alertAfterMs = 6 * 3_600_000;

export async function secureArrival(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (domain?.transferIn?.state !== 'ARRIVING') return;
  let locked: RegistryDomain | string;
  try {
    locked = await lockAtRegistry(domain);
  } catch (error) {
    await alertOnce(job, domain, String(error));
    throw error;
  }
  if (typeof locked !== 'string') return completeArrival(domain.id, locked);
  await alertOnce(job, domain, locked);
  return { runAgainAt: new Date(now().getTime() + retryMs) };
}

/** The registry's record once it is locked in our account, or what is still missing. */
async function lockAtRegistry(domain: Domain): Promise<RegistryDomain | string> {
  const registrar = registrarOf(domain);
  const { name } = domain;
  const before = await registrar.info(name);
  // The approval was reported but is not complete; custody requires that the registry lists us as sponsor.
  if (!before.ours) return 'The registry still shows another registrar for the name.';
  await setLock(registrar, name, lockStatuses);
  const record = await registrar.info(name);
  // A registry may accept a change and apply it later (1001); custody requires that the lock is set.
  return missingLocks(registrar, record).length === 0
    ? record
    : 'The registry has accepted the lock but does not show it yet.';
}

/** Attempts continue, but a loan may be waiting, so staff are alerted once after a while. */
async function alertOnce(
  { kind, key, data }: Job,
  { name, transferIn }: Domain,
  why: string,
): Promise<void> {
  const since = Number(data.since ?? now());
  if (data.alerted === true || now().getTime() - since < alertAfterMs) return;
  serviceContext.log.error({ domainId: key, name, why }, 'approved transfer has not arrived');
  const { holdId } = transferIn ?? {};
  await serviceContext.store.deadLetters.add(
    { subject: 'registry.arrival', domainId: key, name, holdId },
    why,
  );
  const at = new Date(now().getTime() + retryMs);
  await commit((tx) => tx.schedule({ kind, key, at, data: { since, alerted: true } }));
}

async function completeArrival(id: string, record: RegistryDomain): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const transfer = present.transferIn;
    if (transfer?.state !== 'ARRIVING') return;
    await revokeRivalTitle(present, tx);
    const ours = toCustodyRecord(present, record, transfer.approvedAt ?? now());
    const arrived = await domains.update(
      present,
      {
        ...(await withHold(ours, tx)),
        charged: { accountId: present.accountId, amountCents: transfer.feeCents },
      },
      tx,
    );
    await tx.schedule({ kind: 'capture-hold', key: transfer.holdId });
    await tx.schedule({ kind: 'watch-registration', key: id });
    await scheduleRotation(id, tx);
    await scheduleRegistrant(arrived, tx);
    await publishArrival(arrived, tx);
  });
}

/** The record of a domain that has been locked in our registrar account since `approvedAt`. */
export function toCustodyRecord(domain: Domain, record: RegistryDomain, approvedAt: Date): Domain {
  const { postTransferLockHours } = transferRuleAt(domain.suffix, approvedAt);
  const unlockedAt = new Date(approvedAt.getTime() + postTransferLockHours * hour);
  const { lockedUntil = unlockedAt } = record;
  return {
    ...domain,
    status: 'CUSTODY_PAID',
    proofMissingSince: null,
    nextCheckAt: null,
    titleName: domain.name,
    pendingTransfer: 'NONE',
    transferIn: null,
    transferOutAvailableAt: lockedUntil > unlockedAt ? lockedUntil : unlockedAt,
    expiresAt: record.expiresAt ?? null,
    nameservers: [...record.nameservers],
    dnssec: record.ds ? { ds: [...record.ds] } : null,
    custodyCheck: { at: nextCustodyCheck(), unknownSince: null },
  };
}

/** Custody overrides proof and older custody: another account that has the title loses it. */
export async function revokeRivalTitle(domain: Domain, tx: Tx): Promise<void> {
  const holder = await domains.findOne({ titleName: domain.name }, tx);
  if (!holder || holder.id === domain.id) return;
  // Its loss was missed, or this database was restored from a backup older than its transfer out.
  if (inCustody(holder)) return endCustody(holder, { end: 'TRANSFERRED', tx });
  const lost = await domains.update(
    holder,
    { ...holder, status: 'EXTERNAL_UNVERIFIED', titleName: null, nextCheckAt: null },
    tx,
  );
  const reason = { code: 'HELD_BY_ANOTHER', formerText: null } as const;
  tx.emit('domains.domain.proof-lost', lost, { ...domainRef(lost), reason });
}

/** Publishes that the domain is in custody; for a loan only once the registration lasts long enough. */
export async function publishArrival(domain: Domain, tx: Tx): Promise<void> {
  const { reservation, expiresAt } = domain;
  const arrival = {
    ...domainRef(domain),
    expiresAt: (expiresAt ?? now()).toISOString(),
    transferOutAvailableAt: (domain.transferOutAvailableAt ?? now()).toISOString(),
  };
  if (reservation && !coversReservation(domain)) {
    const waiting = { ...domain, reservation: { ...reservation, waitsForRenewal: true } };
    const moved = await domains.update(domain, waiting, tx);
    tx.emit('domains.domain.renewal-needed', moved, {
      ...domainRef(moved),
      ...loanRef(moved),
      expiresAt: arrival.expiresAt,
      neededUntil: requiredUntil(reservation.dueBy).toISOString(),
    });
    return;
  }
  tx.emit('domains.domain.custody-arrived', domain, { ...arrival, ...loanRef(domain) });
}

export function coversReservation(domain: Domain): boolean {
  const { reservation, expiresAt } = domain;
  if (!reservation || !expiresAt) return true;
  const maxYears = findSuffix(domain.suffix)?.maxYears ?? 1;
  return coversLoanTerm(expiresAt, { dueBy: reservation.dueBy, maxYears, at: now() });
}
