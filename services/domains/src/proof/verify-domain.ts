/** Job that checks the proof of an unverified domain and applies the result. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { publishContest } from '../domain/contest.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, VerificationAttempt } from '../domain/domain.ts';
import { domainRef, inCustody } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { queryResolvers } from './query-resolvers.ts';
import { recordProofLost, withNewestAttempt } from './record-proof-lost.ts';
import { nextCheck } from './schedule.ts';

const contestedNote = 'Another account’s record is there too, so that account keeps the name.';
const boundNote = 'Another account has the name, and a loan or a transfer depends on it.';
const uncertainNote = 'Another account has the name, and it is unclear whether its record is gone.';

/** The results for this domain and for the account that has the title so far (`rival`), if any. */
interface Findings {
  mine: VerificationAttempt;
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
    const { mine } = findings;
    const obstacle = mine.outcome === 'FOUND' ? await claimTitle(present, findings, tx) : '';
    if (obstacle === undefined) return markVerified(present, mine, tx);
    const contests = findContest(present, findings, obstacle);
    await recordAttempt(present, { newest: withObstacle(mine, obstacle), contests, done }, tx);
  });
}

async function collectFindings(domain: Domain): Promise<Findings> {
  const { outcome, detail } = await queryResolvers(domain);
  const mine = { at: now(), outcome, detail };
  const holder = await domains.findOne({ titleName: domain.name });
  if (outcome !== 'FOUND' || !holder) return { mine, rival: undefined };
  return { mine, rival: { id: holder.id, ...(await queryResolvers(holder)) } };
}

function withObstacle(found: VerificationAttempt, obstacle: string): VerificationAttempt {
  return obstacle ? { ...found, detail: `${found.detail} ${obstacle}` } : found;
}

/** Takes the title from an account whose record is gone; resolves to the reason if that account keeps it. */
async function claimTitle(domain: Domain, found: Findings, tx: Tx): Promise<string | undefined> {
  const holder = await domains.findOne({ titleName: domain.name }, tx);
  if (!holder) return undefined;
  if (inCustody(holder) || holder.reservation || holder.pendingTransfer !== 'NONE')
    return boundNote;
  const rivalCheck = found.rival?.id === holder.id ? found.rival : undefined;
  if (rivalCheck?.outcome === 'MISSING') {
    const reason = 'Another account has proven this name, and your record is no longer there.';
    await recordProofLost(holder, { detail: rivalCheck.detail, reason, tx });
    return undefined;
  }
  if (rivalCheck?.outcome !== 'FOUND') return uncertainNote;
  return contestedNote;
}

/** The title holder that this domain contests after the check; an unclear result changes nothing. */
function findContest(domain: Domain, { mine, rival }: Findings, obstacle: string): string | null {
  if (obstacle === contestedNote && rival) return rival.id;
  return mine.outcome === 'MISSING' ? null : (domain.contests ?? null);
}

async function markVerified(domain: Domain, newest: VerificationAttempt, tx: Tx): Promise<void> {
  const verified = await domains.update(
    domain,
    {
      ...domain,
      status: 'EXTERNAL_VERIFIED',
      titleName: domain.name,
      verificationAttempts: withNewestAttempt(domain, newest),
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

async function recordAttempt(
  domain: Domain,
  {
    newest,
    contests,
    done,
  }: { newest: VerificationAttempt; contests: string | null; done: number },
  tx: Tx,
): Promise<void> {
  const at = now();
  const next = nextCheck({ since: domain.checkingSince ?? at, done, at });
  const against = next ? contests : null;
  const attempted = await domains.update(
    domain,
    {
      ...domain,
      verificationAttempts: withNewestAttempt(domain, newest),
      contests: against,
      nextCheckAt: next,
      checkingSince: next ? domain.checkingSince : null,
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
    reason: newest.detail,
    recordSeen: newest.outcome === 'FOUND',
  });
}
