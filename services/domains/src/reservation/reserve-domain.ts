/** Reserves a domain for an accepted offer: immediately against rivals, and finally once proof or custody is checked again. */

import type { Event } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { lockStatuses } from '../custody/lock.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { coversLoanTerm, domainRef, inCustody, requiredUntil } from '../domain/domain.ts';
import { queryResolvers } from '../proof/query-resolvers.ts';
import { recordProofLost } from '../proof/record-proof-lost.ts';
import { isInconclusive, registry } from '../registry.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';

const retryMs = 30_000;
/** Unclear checks are retried for this long. */
const maxCheckMs = 15 * 60_000;

type CollateralCheck =
  | { kind: 'OK' }
  | { kind: 'REJECTED'; reason: string }
  /** The proof is gone, so the domain also becomes unverified. */
  | { kind: 'LOST'; reason: string; detail: string }
  | { kind: 'UNCLEAR'; reason: string };

/** Custody ended during the check; the inactive record keeps its status. */
const custodyEnded: CollateralCheck = {
  kind: 'REJECTED',
  reason: 'The domain has left our custody.',
};

/** Reserves the domain when the acceptance arrives; a job then checks its proof or custody. */
export async function onOfferAccepted(
  event: Event<'lending.offer.accepted'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, borrowerId, lenderId, dueBy } = event.data;
  if (await closedReferences.find(escrowId, tx)) return;
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

/** Job that confirms or rejects a reservation. */
export async function reserveDomain(job: Job): Promise<JobResult> {
  const domain = await domains.find(String(job.data.domainId));
  const started = domain?.reservation;
  if (!domain || started?.escrowId !== job.key || started.state !== 'CHECKING') return;
  const check = inCustody(domain) ? await checkCustody(domain) : await checkProofRecord(domain);
  const timedOut = now().getTime() - started.startedAt.getTime() > maxCheckMs;
  if (check.kind === 'UNCLEAR' && !timedOut)
    return { runAgainAt: new Date(now().getTime() + retryMs) };
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (present?.reservation?.escrowId !== job.key || present.reservation.state !== 'CHECKING')
      return;
    // The domain arrived in or left custody during the check, so the result is outdated: check again.
    if (present.status !== domain.status || present.pendingTransfer !== domain.pendingTransfer) {
      await tx.schedule({ kind: 'reserve', key: job.key, data: job.data });
      return;
    }
    const outcome = present.active ? check : custodyEnded;
    if (outcome.kind === 'OK') return confirmReservation(present, tx);
    const freed = await dropReservation(present, outcome, tx);
    await rejectReservation(freed, { escrowId: job.key, reason: outcome.reason, tx });
  });
}

/** A missing record also makes the domain unverified, unless a transfer in is pending. */
async function dropReservation(domain: Domain, check: CollateralCheck, tx: Tx): Promise<Domain> {
  const freed = await domains.update(domain, { ...domain, reservation: null }, tx);
  if (check.kind !== 'LOST' || freed.pendingTransfer !== 'NONE') return freed;
  const { detail, reason } = check;
  return recordProofLost(freed, { detail, reason, tx });
}

/** Recorded as closed, so that a repeated acceptance event has the same outcome. */
async function rejectReservation(
  domain: Domain,
  { escrowId, reason, tx }: { escrowId: string; reason: string; tx: Tx },
): Promise<void> {
  await closedReferences.add({ id: escrowId, version: 1, closedAt: now() }, tx);
  tx.emit('domains.domain.reservation-refused', domain, { ...domainRef(domain), escrowId, reason });
}

async function confirmReservation(domain: Domain, tx: Tx): Promise<void> {
  const { reservation } = domain;
  if (!reservation) return;
  const reserved = await domains.update(
    domain,
    // The proof was just confirmed, so an earlier missing result no longer counts.
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
      kind: 'REJECTED',
      reason: `It is registered until ${formatDate(domain.expiresAt)}, this loan needs it until ${formatDate(requiredUntil(dueBy))}; it must be renewed first.`,
    };
  }
  try {
    const record = await registry().info(domain.name);
    if (record.sponsor !== registry().clientId)
      return { kind: 'REJECTED', reason: 'The domain is not in custody.' };
    const locked = lockStatuses.every((status) => record.statuses.includes(status));
    return locked
      ? { kind: 'OK' }
      : { kind: 'UNCLEAR', reason: 'The domain in custody is not locked.' };
  } catch (error) {
    if (isInconclusive(error)) return { kind: 'UNCLEAR', reason: 'The registry did not answer.' };
    return { kind: 'REJECTED', reason: 'The registry does not know this domain as ours.' };
  }
}
