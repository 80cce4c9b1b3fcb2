/** A job: an approved transfer has brought the name; it is locked first and only then called in custody. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { coversLoanTerm, domainRef, loanRef, requiredUntil } from '../../domain/domain.ts';
import type { RegistryDomain } from '../../registrar/registrar.ts';
import { registry } from '../../registry.ts';
import { commit, serviceContext } from '../../service-context.ts';
import { findSuffix } from '../../suffix/suffixes.ts';
import { nextCustodyCheck } from '../custody-check-schedule.ts';
import { lockStatuses, setLock } from '../lock.ts';

const day = 86_400_000;
const retryMs = 60_000;
/** Registries hand over at once, or after a maintenance; later than this a person must ask there. */
const alertAfterMs = 6 * 3_600_000;

export async function secureArrival(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (domain?.transferIn?.state !== 'ARRIVING') return;
  let secured: RegistryDomain | string;
  try {
    secured = await lockAtRegistry(domain.name);
  } catch (error) {
    await alertOnce(job, domain, String(error));
    throw error;
  }
  if (typeof secured !== 'string') return completeArrival(domain.id, secured);
  await alertOnce(job, domain, secured);
  return { runAgainAt: new Date(now().getTime() + retryMs) };
}

/** The name as it stands locked in our account, or what it lacks as yet. */
async function lockAtRegistry(name: string): Promise<RegistryDomain | string> {
  const before = await registry().info(name);
  // Announced but not yet done there: never call in custody what the registry does not call ours.
  if (before.sponsor !== registry().clientId)
    return 'The registry still shows another registrar for the name.';
  await setLock(name, lockStatuses);
  const there = await registry().info(name);
  // A registry may take a change on and do it later (1001); without its lock nothing is in custody.
  const locked = lockStatuses.every((status) => there.statuses.includes(status));
  return locked ? there : 'The registry has taken the lock on, but does not show it.';
}

/** Tries go on, but a loan may wait for this name: after a while a person is told, once. */
async function alertOnce(
  { kind, key, data }: Job,
  { name, transferIn }: Domain,
  why: string,
): Promise<void> {
  const since = Number(data.since ?? now());
  if (data.alerted === true || now().getTime() - since < alertAfterMs) return;
  serviceContext.log.error(
    { domainId: key, name, why },
    'a name that was announced does not arrive',
  );
  const { holdId } = transferIn ?? {};
  await serviceContext.store.deadLetters.add(
    { subject: 'registry.arrival', domainId: key, name, holdId },
    why,
  );
  const at = new Date(now().getTime() + retryMs);
  await commit((tx) => tx.schedule({ kind, key, at, data: { since, alerted: true } }));
}

async function completeArrival(id: string, there: RegistryDomain): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    const begun = present.transferIn;
    if (begun?.state !== 'ARRIVING') return;
    await revokeRivalTitle(present, tx);
    const arrived = await domains.update(
      present,
      {
        ...toCustodyRecord(present, there, begun.approvedAt ?? now()),
        charged: { accountId: present.accountId, amountCents: begun.feeCents },
      },
      tx,
    );
    await tx.schedule({ kind: 'capture-hold', key: begun.holdId });
    await tx.schedule({ kind: 'watch-registration', key: id });
    await publishArrival(arrived, tx);
  });
}

/** The record of a name that is locked in our account at the registry, since `approvedAt`. */
export function toCustodyRecord(domain: Domain, there: RegistryDomain, approvedAt: Date): Domain {
  const lockDays = findSuffix(domain.suffix)?.lockDays ?? 60;
  return {
    ...domain,
    status: 'CUSTODY_PAID',
    proofMissingSince: null,
    nextCheckAt: null,
    titleName: domain.name,
    pendingTransfer: 'NONE',
    transferIn: null,
    transferOutAvailableAt: new Date(approvedAt.getTime() + lockDays * day),
    expiresAt: there.expiresAt ?? null,
    nameservers: [...there.nameservers],
    custodyCheck: { at: nextCustodyCheck(), unknownSince: null },
  };
}

/** Custody outweighs proof: an account that proved the name meanwhile loses its title. */
export async function revokeRivalTitle(domain: Domain, tx: Tx): Promise<void> {
  const holder = await domains.findOne({ titleName: domain.name }, tx);
  if (!holder || holder.id === domain.id) return;
  const lost = await domains.update(
    holder,
    { ...holder, status: 'EXTERNAL_UNVERIFIED', titleName: null, nextCheckAt: null },
    tx,
  );
  const reason = 'Another account has transferred this name into custody.';
  tx.emit('domains.domain.proof-lost', lost, { ...domainRef(lost), reason });
}

/** Says that custody has arrived; for a loan only once the registration lasts long enough. */
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
