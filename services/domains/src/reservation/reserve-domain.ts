/** Reserves a domain for an accepted offer: immediately against rivals, and finally once proof or custody is checked again. */

import type { ReservationRefusal } from '@nameloan/contracts/domain-reasons';
import { toReservationRefusal } from '@nameloan/contracts/domain-reasons';
import type { Event } from '@nameloan/contracts/events';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { findConnection } from '../config.ts';
import { missingLocks } from '../custody/lock.ts';
import { assessForAcceptance } from '../diligence/refresh/refresh-diligence.ts';
import { watchPledgedName } from '../diligence/request-report.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, inCustody } from '../domain/domain.ts';
import { queryResolvers } from '../proof/query-resolvers.ts';
import { recordProofLost } from '../proof/record-proof-lost.ts';
import { giveUpPush } from '../push/end-push.ts';
import { scheduleRegistrant } from '../registrant/schedule-registrant.ts';
import { connectionIdOf, registrarOf } from '../registrars.ts';
import { coversLoanTerm, requiredUntil } from '../registration-term.ts';
import { isInconclusive } from '../registry.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';

const retryMs = 30_000;
/** Unclear checks are retried for this long. */
const maxCheckMs = 15 * 60_000;

type CollateralCheck =
  | { kind: 'OK' }
  | { kind: 'REJECTED'; reason: ReservationRefusal }
  /** The proof is gone, so the domain also becomes unverified. */
  | { kind: 'LOST'; reason: ReservationRefusal; detail: string }
  | { kind: 'UNCLEAR'; reason: ReservationRefusal };

/** Custody ended during the check; the inactive record keeps its status. */
const custodyEnded: CollateralCheck = {
  kind: 'REJECTED',
  reason: toReservationRefusal('CUSTODY_ENDED'),
};

/** Reserves the domain when the acceptance arrives; a job then checks its proof or custody. */
export async function onOfferAccepted(
  event: Event<'lending.offer.accepted'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, borrowerId, lenderId, dueBy, amountCents } = event.data;
  if (await closedReferences.find(escrowId, tx)) return;
  const domain = await domains.find(domainId, tx);
  if (!domain) throw new Error(`offer accepted on the unknown domain ${domainId}`);
  if (domain.reservation?.escrowId === escrowId) return;
  if (event.data.replacesId != null)
    return acceptReplacement(domain, { ...event.data, replaces: event.data.replacesId }, tx);
  const obstacle = findObstacle(domain, borrowerId);
  if (obstacle) {
    const reason = toReservationRefusal(obstacle);
    return rejectReservation(domain, { escrowId, reason, tx });
  }
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
  const free = await giveUpPush(domain, tx);
  await domains.update(free, { ...free, reservation, lastLoanCents: amountCents }, tx);
  await tx.schedule({ kind: 'reserve', key: escrowId, data: { domainId } });
}

/** While the parties may not be notified, the reason does not name the hold. */
const holdRefusal = ({ legalHold }: Domain): ReservationRefusal['code'] | undefined =>
  legalHold ? (legalHold.disclosed ? 'LEGAL_HOLD' : 'UNAVAILABLE') : undefined;

function findObstacle(domain: Domain, borrowerId: string): ReservationRefusal['code'] | undefined {
  if (!domain.active || domain.accountId !== borrowerId) return 'NOT_OWNED';
  if (domain.reservation) return 'RESERVED';
  if (domain.status === 'EXTERNAL_UNVERIFIED') return 'PROOF_LOST';
  if (domain.pendingTransfer === 'OUT') return 'TRANSFERRING_OUT';
  return holdRefusal(domain);
}

/** Job that confirms or rejects a reservation. */
export async function reserveDomain(job: Job): Promise<JobResult> {
  const domain = await domains.find(String(job.data.domainId));
  const started = domain?.reservation;
  if (!domain || started?.escrowId !== job.key || started.state !== 'CHECKING') return;
  const check = inCustody(domain) ? await checkCustody(domain) : await checkExternal(domain);
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
    const outcome = concludeCheck(present, check);
    if (outcome.kind === 'OK') return confirmReservation(present, tx);
    const freed = await dropReservation(present, outcome, tx);
    await rejectReservation(freed, { escrowId: job.key, reason: outcome.reason, tx });
  });
}

/** What happened during the check overrides its result. */
function concludeCheck(present: Domain, check: CollateralCheck): CollateralCheck {
  if (!present.active) return custodyEnded;
  const onHold = holdRefusal(present);
  return onHold ? { kind: 'REJECTED', reason: toReservationRefusal(onHold) } : check;
}

/** A missing record also makes the domain unverified, unless a transfer in is pending. */
async function dropReservation(domain: Domain, check: CollateralCheck, tx: Tx): Promise<Domain> {
  const freed = await domains.update(domain, { ...domain, reservation: null }, tx);
  if (check.kind !== 'LOST' || freed.pendingTransfer !== 'NONE') return freed;
  return recordProofLost(freed, { detail: check.detail, code: 'RECORD_GONE', tx });
}

/** Recorded as closed, so that a repeated acceptance event has the same outcome. */
async function rejectReservation(
  domain: Domain,
  { escrowId, reason, tx }: { escrowId: string; reason: ReservationRefusal; tx: Tx },
): Promise<void> {
  await closedReferences.add({ id: escrowId, version: 1, closedAt: now() }, tx);
  tx.emit('domains.domain.reservation-refused', domain, { ...domainRef(domain), escrowId, reason });
}

interface Replacing {
  escrowId: string;
  borrowerId: string;
  dueBy: string;
  /** The running loan. */
  replaces: string;
}

/**
 * A loan that refinances another one: the domain stays reserved for the old loan until the closing, so that it is never
 * free in between. Custody is watched, so its record is enough.
 */
async function acceptReplacement(
  domain: Domain,
  { escrowId, borrowerId, dueBy, replaces }: Replacing,
  tx: Tx,
): Promise<void> {
  const { reservation, status } = domain;
  const bound = domain.active && reservation?.escrowId === replaces;
  // The event that put it into escrow may be late.
  if (bound && status === 'CUSTODY_PAID' && domain.accountId === borrowerId)
    throw new DependencyNotReadyError(`${domain.name} is not held for loan ${replaces} yet`);
  const obstacle = findReplacementObstacle(domain, { bound, borrowerId, dueBy: new Date(dueBy) });
  if (obstacle) return rejectReservation(domain, { escrowId, reason: obstacle, tx });
  const holder = reservation?.holder ?? 'BORROWER';
  // Written without changes, so that a concurrent end of the old loan conflicts with it.
  const written = await domains.update(domain, domain, tx);
  tx.emit('domains.domain.reserved', written, {
    ...domainRef(written),
    escrowId,
    holder,
    // It counts as arrived with the closing.
    inCustody: false,
    expiresAt: written.expiresAt?.toISOString() ?? null,
  });
}

function findReplacementObstacle(
  domain: Domain,
  { bound, borrowerId, dueBy }: { bound: boolean; borrowerId: string; dueBy: Date },
): ReservationRefusal | undefined {
  if (!bound || domain.accountId !== borrowerId || domain.deferredHandover)
    return toReservationRefusal('NOT_OWNED');
  if (domain.status !== 'IN_ESCROW') return toReservationRefusal('NOT_IN_CUSTODY');
  const onHold = holdRefusal(domain);
  if (onHold) return toReservationRefusal(onHold);
  return findShortRegistration(domain, dueBy);
}

async function confirmReservation(domain: Domain, tx: Tx): Promise<void> {
  const { reservation } = domain;
  if (!reservation) return;
  // The setting of this moment, because the contract is drawn up now.
  const setting = findConnection(connectionIdOf(domain))?.holder;
  const holder = setting === 'platform' ? 'PLATFORM' : 'BORROWER';
  const reserved = await domains.update(
    domain,
    // The proof was just confirmed, so an earlier missing result no longer counts.
    {
      ...domain,
      proofMissingSince: null,
      reservation: { ...reservation, state: 'RESERVED', holder },
    },
    tx,
  );
  if (!inCustody(reserved)) await watchPledgedName(reserved, tx);
  await scheduleRegistrant(reserved, tx);
  tx.emit('domains.domain.reserved', reserved, {
    ...domainRef(reserved),
    escrowId: reservation.escrowId,
    holder,
    inCustody: inCustody(reserved),
    expiresAt: reserved.expiresAt?.toISOString() ?? null,
  });
}

/** Proof and registration at the same time, so that neither delays the other. */
async function checkExternal(domain: Domain): Promise<CollateralCheck> {
  const [proof, registration] = await Promise.all([
    checkProofRecord(domain),
    checkRegistration(domain),
  ]);
  return proof.kind === 'OK' ? registration : proof;
}

async function checkRegistration(domain: Domain): Promise<CollateralCheck> {
  const { reasons } = await assessForAcceptance(domain);
  const [against] = reasons.filter((reason) => reason !== 'SUFFIX');
  if (against === undefined) return { kind: 'OK' };
  return { kind: 'REJECTED', reason: toReservationRefusal(against) };
}

async function checkProofRecord(domain: Domain): Promise<CollateralCheck> {
  const { outcome, findings, detail } = await queryResolvers(domain);
  if (outcome === 'FOUND') return { kind: 'OK' };
  if (outcome === 'UNKNOWN')
    return { kind: 'UNCLEAR', reason: toReservationRefusal('PROOF_UNCLEAR', { findings }) };
  return { kind: 'LOST', reason: toReservationRefusal('RECORD_GONE'), detail };
}

function findShortRegistration(
  { suffix, expiresAt }: Domain,
  dueBy: Date,
): ReservationRefusal | undefined {
  const maxYears = findSuffix(suffix)?.maxYears ?? 1;
  if (!expiresAt || coversLoanTerm(expiresAt, { dueBy, maxYears, at: now() })) return undefined;
  return toReservationRefusal('REGISTRATION_TOO_SHORT', {
    expiresAt: expiresAt.toISOString(),
    neededUntil: requiredUntil(dueBy).toISOString(),
  });
}

async function checkCustody(domain: Domain): Promise<CollateralCheck> {
  const tooShort = findShortRegistration(domain, domain.reservation?.dueBy ?? now());
  if (tooShort) return { kind: 'REJECTED', reason: tooShort };
  try {
    const registrar = registrarOf(domain);
    const record = await registrar.info(domain.name);
    if (!record.ours) return { kind: 'REJECTED', reason: toReservationRefusal('NOT_IN_CUSTODY') };
    return missingLocks(registrar, record).length === 0
      ? { kind: 'OK' }
      : { kind: 'UNCLEAR', reason: toReservationRefusal('NOT_LOCKED') };
  } catch (error) {
    if (isInconclusive(error))
      return { kind: 'UNCLEAR', reason: toReservationRefusal('REGISTRY_SILENT') };
    return { kind: 'REJECTED', reason: toReservationRefusal('UNKNOWN_TO_REGISTRY') };
  }
}
