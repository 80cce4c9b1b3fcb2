/**
 * Job that rechecks the proof of a verified domain: at listing, daily while it is listed, and once when its owner requests it. A
 * record that all resolvers report missing twice, an hour apart, is lost; lending closes the listing on that event.
 */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { scheduleCodeExpiries } from '../custody/transfer-out/expire-code.ts';
import { ensurePledgedWatch, ensureReport } from '../diligence/request-report.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import type { VerificationAttempt } from '../domain/proof.ts';
import { renewProof } from '../domain/proof.ts';
import { commit } from '../service-context.ts';
import type { ProofCheck } from './query-resolvers.ts';
import { queryResolvers } from './query-resolvers.ts';
import { recordProofLost, withNewestAttempt } from './record-proof-lost.ts';

const hour = 3_600_000;
const day = 24 * hour;

export async function recheckProof(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain || !isProven(domain)) return;
  if (isCheckedElsewhere(domain)) return rescheduleIfListed(domain);
  const check = await queryResolvers(domain);
  return commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (!present || !isProven(present)) return;
    if (isCheckedElsewhere(present)) return rescheduleIfListed(present);
    return recordRecheck(present, check, tx);
  });
}

/** Queues a recheck of a proven domain now: when it is listed, or its registrar or nameservers have changed. */
export function queueRecheck(domain: Domain, tx: Tx): Promise<Date | null> {
  return scheduleRecheck(domain, now(), tx);
}

/** Schedules the next recheck of a listed domain, unless one is scheduled. */
export function scheduleDailyRecheck(domain: Domain, tx: Tx): Promise<Date | null> {
  return scheduleRecheck(domain, domain.nextCheckAt ?? new Date(now().getTime() + day), tx);
}

async function scheduleRecheck(domain: Domain, at: Date, tx: Tx): Promise<Date | null> {
  if (!isProven(domain)) return domain.nextCheckAt;
  await tx.schedule({ kind: 'recheck-proof', key: domain.id, at });
  return at;
}

/** Job at each start, and daily: schedules what an earlier version did not, for listed, pledged and leaving domains. */
export async function scheduleMissingRechecks(): Promise<JobResult> {
  const unwatched = { active: true, status: 'EXTERNAL_VERIFIED', nextCheckAt: null } as const;
  const found = await domains.findProjected(unwatched, ['listingIds']);
  for (const { id } of found.filter(({ listingIds }) => listingIds.length > 0)) {
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      if (domain.nextCheckAt !== null || domain.listingIds.length === 0) return;
      await domains.update(
        domain,
        { ...domain, nextCheckAt: await scheduleDailyRecheck(domain, tx) },
        tx,
      );
    });
  }
  await watchMissingPledged();
  await scheduleCodeExpiries();
  return { runAgainAt: new Date(now().getTime() + day) };
}

/** Collateral outside custody without a planned look-up: an earlier version, or a replica of it, has reserved it. */
async function watchMissingPledged(): Promise<void> {
  const pledged = { active: true, status: 'EXTERNAL_VERIFIED', 'reservation.state': 'RESERVED' };
  for (const { id } of await domains.findProjected(pledged as never, ['name']))
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      if (isProven(domain) && domain.reservation?.state === 'RESERVED')
        await ensurePledgedWatch(domain, tx);
    });
}

export function isProven({ active, status }: Domain): boolean {
  return active && status === 'EXTERNAL_VERIFIED';
}

/** Loans and transfers check the domain themselves; the daily recheck resumes when they end. */
export function isCheckedElsewhere({ reservation, pendingTransfer }: Domain): boolean {
  return reservation !== null || pendingTransfer !== 'NONE';
}

function rescheduleIfListed({ listingIds }: Domain): JobResult {
  if (listingIds.length > 0) return { runAgainAt: new Date(now().getTime() + day) };
}

/** The result says when the next recheck is due. */
export async function recordRecheck(domain: Domain, check: ProofCheck, tx: Tx): Promise<JobResult> {
  const { outcome, detail, validation } = check;
  const attempt = { at: now(), outcome, detail, validation };
  const missingSince = domain.proofMissingSince ?? null;
  const confirmed =
    attempt.outcome === 'MISSING' &&
    missingSince !== null &&
    attempt.at.getTime() - missingSince.getTime() >= hour;
  if (confirmed) {
    const code = 'RECORD_GONE_FOR_AN_HOUR';
    await recordProofLost(domain, { detail: attempt.detail, code, tx });
    return;
  }
  const proofMissingSince = {
    FOUND: null,
    UNKNOWN: missingSince,
    MISSING: missingSince ?? attempt.at,
  }[attempt.outcome];
  const nextCheckAt = nextRecheck(domain, { ...attempt, proofMissingSince });
  const verificationAttempts = withNewestAttempt(domain, attempt);
  const { kind } = check;
  const proof = kind ? renewProof(domain, { kind, at: attempt.at }) : (domain.proof ?? null);
  if (domain.listingIds.length > 0) await ensureReport(domain, tx);
  await domains.update(
    domain,
    { ...domain, verificationAttempts, proof, proofMissingSince, nextCheckAt },
    tx,
  );
  if (nextCheckAt) return { runAgainAt: nextCheckAt };
}

/** Null: no further recheck is due. */
function nextRecheck(
  { listingIds }: Domain,
  { outcome, at, proofMissingSince }: VerificationAttempt & { proofMissingSince: Date | null },
): Date | null {
  if (outcome === 'MISSING' && proofMissingSince)
    return new Date(proofMissingSince.getTime() + hour);
  if (outcome === 'UNKNOWN') return new Date(at.getTime() + hour);
  return listingIds.length > 0 ? new Date(at.getTime() + day) : null;
}
