/** An accepted offer binds its domain: at once against rivals, and for good once proof or custody was seen again. */

import type { Event } from '@nameloan/contracts/events.ts';
import { formatDate } from '@nameloan/contracts/format-date.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { lockStatuses } from '../custody/lock.ts';
import { closed, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { coversLoanTerm, domainRef, inCustody, requiredUntil } from '../domain/domain.ts';
import { queryResolvers } from '../proof/query-resolvers.ts';
import { recordProofLost } from '../proof/record-proof-lost.ts';
import { isInconclusive, registry } from '../registry.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';

const retryMs = 30_000;
/** Unclear answers are asked again for this long. */
const maxCheckMs = 15 * 60_000;

type CollateralCheck =
  | { kind: 'OK' }
  | { kind: 'REFUSED'; reason: string }
  /** The proof is gone, which is more than a refusal. */
  | { kind: 'LOST'; reason: string; detail: string }
  | { kind: 'UNCLEAR'; reason: string };

/** Custody ended while the check ran; its record keeps the status that it had. */
const custodyEnded: CollateralCheck = {
  kind: 'REFUSED',
  reason: 'The domain has left our custody.',
};

/** Marks the domain as spoken for in the moment the acceptance is heard; a job then looks at the facts. */
export async function onOfferAccepted(
  event: Event<'lending.offer.accepted'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, borrowerId, lenderId, dueBy } = event.data;
  if (await closed.find(escrowId, tx)) return;
  const domain = await domains.find(domainId, tx);
  if (!domain) throw new Error(`offer accepted on the unknown domain ${domainId}`);
  if (domain.reservation?.escrowId === escrowId) return;
  const reason = findObstacle(domain, borrowerId);
  if (reason) return rejectReservation(domain, { escrowId, reason, tx });
  const reservation = {
    escrowId,
    lenderId,
    state: 'CHECKING' as const,
    dueBy: new Date(dueBy),
    startedAt: now(),
    waitsForRenewal: false,
    disputed: false,
    disputedAsOf: 0,
  };
  await domains.update(domain, { ...domain, reservation }, tx);
  await tx.schedule({ kind: 'reserve', key: escrowId, data: { domainId } });
}

function findObstacle(domain: Domain, borrowerId: string): string | undefined {
  if (!domain.active || domain.accountId !== borrowerId)
    return 'The borrower no longer has this domain.';
  if (domain.reservation) return 'The domain backs another loan.';
  if (domain.status === 'EXTERNAL_UNVERIFIED') return 'The proof of the domain was lost.';
  if (domain.pendingTransfer === 'OUT') return 'The domain is being transferred away.';
  return undefined;
}

/** A job: confirms or refuses what was marked. */
export async function reserveDomain(job: Job): Promise<JobResult> {
  const domain = await domains.find(String(job.data.domainId));
  const started = domain?.reservation;
  if (!domain || started?.escrowId !== job.key || started.state !== 'CHECKING') return;
  const verdict = inCustody(domain) ? await checkCustody(domain) : await checkProofRecord(domain);
  const outOfPatience = now().getTime() - started.startedAt.getTime() > maxCheckMs;
  if (verdict.kind === 'UNCLEAR' && !outOfPatience)
    return { runAgainAt: new Date(now().getTime() + retryMs) };
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (present?.reservation?.escrowId !== job.key || present.reservation.state !== 'CHECKING')
      return;
    // It arrived, or was lost, while the check ran: what was seen does not hold; look again.
    if (present.status !== domain.status || present.pendingTransfer !== domain.pendingTransfer) {
      await tx.schedule({ kind: 'reserve', key: job.key, data: job.data });
      return;
    }
    const outcome = present.active ? verdict : custodyEnded;
    if (outcome.kind === 'OK') return confirmReservation(present, tx);
    const freed = await dropReservation(present, outcome, tx);
    await rejectReservation(freed, { escrowId: job.key, reason: outcome.reason, tx });
  });
}

/** A proof that is seen to be gone is lost to its owner too, unless a transfer in shows it in another way. */
async function dropReservation(domain: Domain, verdict: CollateralCheck, tx: Tx): Promise<Domain> {
  const freed = await domains.update(domain, { ...domain, reservation: null }, tx);
  if (verdict.kind !== 'LOST' || freed.pendingTransfer !== 'NONE') return freed;
  const { detail, reason } = verdict;
  return recordProofLost(freed, { detail, reason, tx });
}

/** Remembered, so that the same acceptance, should it come again, is not decided otherwise. */
async function rejectReservation(
  domain: Domain,
  { escrowId, reason, tx }: { escrowId: string; reason: string; tx: Tx },
): Promise<void> {
  await closed.add({ id: escrowId, version: 1, closedAt: now() }, tx);
  tx.emit('domains.domain.reservation-refused', domain, { ...domainRef(domain), escrowId, reason });
}

async function confirmReservation(domain: Domain, tx: Tx): Promise<void> {
  const { reservation } = domain;
  if (!reservation) return;
  const reserved = await domains.update(
    domain,
    // What a look had missed was seen again just now.
    { ...domain, proofMissingSince: null, reservation: { ...reservation, state: 'RESERVED' } },
    tx,
  );
  tx.emit('domains.domain.reserved', reserved, {
    ...domainRef(reserved),
    escrowId: reservation.escrowId,
    inCustody: inCustody(reserved),
    expiresAt: reserved.expiresAt?.toISOString() ?? null,
  });
}

async function checkProofRecord(domain: Domain): Promise<CollateralCheck> {
  const { outcome, detail } = await queryResolvers(domain);
  if (outcome === 'FOUND') return { kind: 'OK' };
  if (outcome === 'UNKNOWN')
    return { kind: 'UNCLEAR', reason: `The proof could not be checked: ${detail}` };
  const reason = 'The DNS record that proves the domain is no longer there.';
  return { kind: 'LOST', reason, detail };
}

async function checkCustody(domain: Domain): Promise<CollateralCheck> {
  const dueBy = domain.reservation?.dueBy ?? now();
  const maxYears = findSuffix(domain.suffix)?.maxYears ?? 1;
  if (domain.expiresAt && !coversLoanTerm(domain.expiresAt, { dueBy, maxYears, at: now() })) {
    return {
      kind: 'REFUSED',
      reason: `It is registered until ${formatDate(domain.expiresAt)}, this loan needs it until ${formatDate(requiredUntil(dueBy))}; it must be renewed first.`,
    };
  }
  try {
    const there = await registry().info(domain.name);
    if (there.sponsor !== registry().clientId)
      return { kind: 'REFUSED', reason: 'The domain is not in custody.' };
    const locked = lockStatuses.every((status) => there.statuses.includes(status));
    return locked
      ? { kind: 'OK' }
      : { kind: 'UNCLEAR', reason: 'The domain in custody is not locked.' };
  } catch (error) {
    if (isInconclusive(error)) return { kind: 'UNCLEAR', reason: 'The registry did not answer.' };
    return { kind: 'REFUSED', reason: 'The registry does not know this domain as ours.' };
  }
}
