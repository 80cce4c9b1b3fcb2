/** An accepted offer binds its domain: at once against rivals, and for good once proof or custody was seen again. */

import type { Event } from '@nameloan/contracts/events.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { lockStatuses } from '../custody/lock.ts';
import { closedLoans, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, inCustody, lastsLongEnough } from '../domain/domain.ts';
import { commit } from '../domains.ts';
import { askResolvers } from '../proof/ask-resolvers.ts';
import { isUnsettled, registry } from '../registry.ts';
import { findSuffix } from '../suffix/suffixes.ts';

const retryMs = 30_000;
/** Unclear answers are asked again for this long. */
const patienceMs = 15 * 60_000;

type Verdict = { ok: true } | { ok: false; reason: string } | { unclear: string };

/** Marks the domain as spoken for in the moment the acceptance is heard; a job then looks at the facts. */
export async function onOfferAccepted(
  event: Event<'lending.offer.accepted'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, borrowerId, dueBy } = event.data;
  if (await closedLoans.find(escrowId, tx)) return;
  const domain = await domains.find(domainId, tx);
  if (!domain) throw new Error(`offer accepted on the unknown domain ${domainId}`);
  if (domain.reservation?.escrowId === escrowId) return;
  const reason = whyNot(domain, borrowerId);
  if (reason) {
    tx.emit('domains.domain.reservation-refused', domain, { ...about(domain), escrowId, reason });
    return;
  }
  const reservation = {
    escrowId,
    state: 'CHECKING' as const,
    dueBy: new Date(dueBy),
    startedAt: now(),
    waitsForRenewal: false,
    disputed: false,
  };
  await domains.move(domain, { ...domain, reservation }, tx);
  await tx.schedule({ kind: 'reserve', key: escrowId, data: { domainId } });
}

function whyNot(domain: Domain, borrowerId: string): string | undefined {
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
  const verdict = inCustody(domain) ? await lookAtCustody(domain) : await lookAtProof(domain);
  const outOfPatience = now().getTime() - started.startedAt.getTime() > patienceMs;
  if ('unclear' in verdict && !outOfPatience) return { again: new Date(now().getTime() + retryMs) };
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (present?.reservation?.escrowId !== job.key || present.reservation.state !== 'CHECKING')
      return;
    // It arrived, or was lost, while the check ran: what was seen does not hold; look again.
    if (present.status !== domain.status || present.pendingTransfer !== domain.pendingTransfer) {
      await tx.schedule({ kind: 'reserve', key: job.key, data: job.data });
      return;
    }
    const reason = 'unclear' in verdict ? verdict.unclear : verdict.ok ? undefined : verdict.reason;
    if (reason === undefined) return confirm(present, tx);
    const freed = await domains.move(present, { ...present, reservation: null }, tx);
    tx.emit('domains.domain.reservation-refused', freed, {
      ...about(freed),
      escrowId: job.key,
      reason,
    });
  });
}

async function confirm(domain: Domain, tx: Tx): Promise<void> {
  const { reservation } = domain;
  if (!reservation) return;
  const reserved = await domains.move(
    domain,
    { ...domain, reservation: { ...reservation, state: 'RESERVED' } },
    tx,
  );
  tx.emit('domains.domain.reserved', reserved, {
    ...about(reserved),
    escrowId: reservation.escrowId,
    inCustody: inCustody(reserved),
    expiresAt: reserved.expiresAt?.toISOString() ?? null,
  });
}

async function lookAtProof(domain: Domain): Promise<Verdict> {
  const { outcome, detail } = await askResolvers(domain);
  if (outcome === 'FOUND') return { ok: true };
  if (outcome === 'UNKNOWN') return { unclear: `The proof could not be checked: ${detail}` };
  return { ok: false, reason: 'The DNS record that proves the domain is no longer there.' };
}

async function lookAtCustody(domain: Domain): Promise<Verdict> {
  const dueBy = domain.reservation?.dueBy ?? now();
  const longestYears = findSuffix(domain.suffix)?.longestYears ?? 1;
  if (domain.expiresAt && !lastsLongEnough(domain.expiresAt, { dueBy, longestYears, at: now() })) {
    return {
      ok: false,
      reason: 'The domain is registered for too short a time for this loan. Renew it first.',
    };
  }
  try {
    const there = await registry().info(domain.name);
    if (there.sponsor !== registry().clientId)
      return { ok: false, reason: 'The domain is not in custody.' };
    const locked = lockStatuses.every((status) => there.statuses.includes(status));
    return locked ? { ok: true } : { unclear: 'The domain in custody is not locked.' };
  } catch (error) {
    if (isUnsettled(error)) return { unclear: 'The registry did not answer.' };
    return { ok: false, reason: 'The registry does not know this domain as ours.' };
  }
}
