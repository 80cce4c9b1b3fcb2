/** Job that checks the proof of an unverified domain and applies the result. */

import type { ProofObstacle } from '@nameloan/contracts/proof-findings';
import { proofObstacleTexts } from '@nameloan/contracts/proof-findings';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { publishContest } from '../domain/contest.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, inCustody } from '../domain/domain.ts';
import type { VerificationAttempt } from '../domain/proof.ts';
import { renewProof } from '../domain/proof.ts';
import { withHold } from '../hold/legal-hold.model.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import type { ProofCheck } from './query-resolvers.ts';
import { queryResolvers } from './query-resolvers.ts';
import { recordProofLost, withNewestAttempt } from './record-proof-lost.ts';
import { nextCheck } from './schedule.ts';

/** The results for this domain and for the account that has the title so far (`rival`), if any. */
export interface Findings {
  mine: VerificationAttempt;
  check: ProofCheck;
  rival: { id: string; outcome: VerificationAttempt['outcome']; detail: string } | undefined;
}

/** `job.data.done` is the number of earlier checks in this round. */
export async function verifyDomain(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || domain.status !== 'EXTERNAL_UNVERIFIED') return;
  const findings = await collectFindings(domain);
  const done = Number(job.data.done ?? 0) + 1;
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (!present?.active || present.status !== 'EXTERNAL_UNVERIFIED') return;
    // A new round was requested during this check; it has its own job.
    if (present.checkingSince?.getTime() !== domain.checkingSince?.getTime()) return;
    const obstacle = await verifyIfFree(present, findings, tx);
    if (obstacle !== undefined) await recordAttempt(present, { findings, obstacle, done }, tx);
  });
}

export async function collectFindings(domain: Domain): Promise<Findings> {
  const check = await queryResolvers(domain);
  const { outcome, detail, validation } = check;
  const mine = { at: now(), outcome, detail, validation };
  const holder = await domains.findOne({ titleName: domain.name });
  if (outcome !== 'FOUND' || !holder) return { mine, check, rival: undefined };
  return { mine, check, rival: { id: holder.id, ...(await queryResolvers(holder)) } };
}

/** Marks the domain as verified, or resolves to why not: null without a record, otherwise the obstacle. */
export async function verifyIfFree(
  domain: Domain,
  findings: Findings,
  tx: Tx,
): Promise<ProofObstacle | null | undefined> {
  if (findings.mine.outcome !== 'FOUND') return null;
  const obstacle = await claimTitle(domain, findings, tx);
  if (obstacle === undefined) await markVerified(domain, findings, tx);
  return obstacle;
}

function withObstacle(
  found: VerificationAttempt,
  obstacle: ProofObstacle | null,
): VerificationAttempt {
  return obstacle ? { ...found, detail: `${found.detail} ${proofObstacleTexts[obstacle]}` } : found;
}

/** Takes the title from an account whose record is gone; resolves to the reason if that account keeps it. */
async function claimTitle(
  domain: Domain,
  found: Findings,
  tx: Tx,
): Promise<ProofObstacle | undefined> {
  const holder = await domains.findOne({ titleName: domain.name }, tx);
  if (!holder) return undefined;
  if (inCustody(holder) || holder.reservation || holder.pendingTransfer !== 'NONE') return 'IN_USE';
  const rivalCheck = found.rival?.id === holder.id ? found.rival : undefined;
  if (rivalCheck?.outcome === 'MISSING') {
    const code = 'PROVEN_BY_ANOTHER';
    await recordProofLost(holder, { detail: rivalCheck.detail, code, tx });
    return undefined;
  }
  if (rivalCheck?.outcome !== 'FOUND') return 'UNCLEAR';
  return 'CONTESTED';
}

/** The title holder that this domain contests after the check; an unclear result changes nothing. */
function findContest(
  domain: Domain,
  { mine, rival }: Findings,
  obstacle: ProofObstacle | null,
): string | null {
  if (obstacle === 'CONTESTED' && rival) return rival.id;
  return mine.outcome === 'MISSING' ? null : (domain.contests ?? null);
}

async function markVerified(
  domain: Domain,
  { mine: newest, check }: Findings,
  tx: Tx,
): Promise<void> {
  const proof = check.kind ? renewProof(domain, { kind: check.kind, at: newest.at }) : null;
  const verified = await domains.update(
    domain,
    {
      ...(await withHold(domain, tx)),
      status: 'EXTERNAL_VERIFIED',
      titleName: domain.name,
      verificationAttempts: withNewestAttempt(domain, newest),
      proof,
      proofMissingSince: null,
      contests: null,
      nextCheckAt: null,
      checkingSince: null,
    },
    tx,
  );
  const holdable = findSuffix(verified.suffix) !== undefined;
  tx.emit('domains.domain.verified', verified, { ...domainRef(verified), holdable });
}

/** Records an attempt without a record outside the round, if there is one: its schedule stays. */
export async function recordSingleAttempt(
  domain: Domain,
  findings: Findings,
  tx: Tx,
): Promise<void> {
  const contests = domain.nextCheckAt ? findContest(domain, findings, null) : null;
  const verificationAttempts = withNewestAttempt(domain, findings.mine);
  await domains.update(domain, { ...domain, verificationAttempts, contests }, tx);
  await publishContest(domain, contests, tx);
}

/** Records the attempt and schedules the next one of the round. */
export async function recordAttempt(
  domain: Domain,
  {
    findings,
    obstacle,
    done,
  }: { findings: Findings; obstacle: ProofObstacle | null; done: number },
  tx: Tx,
): Promise<void> {
  const newest = withObstacle(findings.mine, obstacle);
  const contests = findContest(domain, findings, obstacle);
  const at = now();
  const since = domain.checkingSince ?? at;
  const next = nextCheck({ since, done, at });
  const against = next ? contests : null;
  const attempted = await domains.update(
    domain,
    {
      ...domain,
      verificationAttempts: withNewestAttempt(domain, newest),
      contests: against,
      nextCheckAt: next,
      checkingSince: next ? since : null,
    },
    tx,
  );
  await publishContest(domain, against, tx);
  if (next) {
    await tx.schedule({ kind: 'check-proof', key: domain.id, at: next, data: { done } });
    return;
  }
  tx.emit('domains.domain.proof-failed', attempted, {
    ...domainRef(attempted),
    recordSeen: newest.outcome === 'FOUND',
    findings: findings.check.findings,
    obstacle,
    formerText: null,
  });
}
