/** A job: one check of a domain's proof, and what follows from it. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, VerificationTry } from '../domain/domain.ts';
import { about, inCustody } from '../domain/domain.ts';
import { commit } from '../domains.ts';
import { askResolvers } from './ask-resolvers.ts';
import { nextCheck } from './schedule.ts';

const mostTries = 30;

/** What a check found, also of the account that holds the proof so far (`rival`), if there is one. */
interface Findings {
  mine: VerificationTry;
  rival: { domain: Domain; outcome: VerificationTry['outcome']; detail: string } | undefined;
}

/** `job.data.done`: checks of this round before this one. */
export async function checkDomain(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || domain.status !== 'EXTERNAL_UNVERIFIED') return;
  const findings = await look(domain);
  const done = Number(job.data.done ?? 0) + 1;
  await commit(async (tx) => {
    const present = await domains.find(domain.id, tx);
    if (!present?.active || present.status !== 'EXTERNAL_UNVERIFIED') return;
    // Asked for anew while this check ran: that round goes on by itself.
    if (present.checkingSince?.getTime() !== domain.checkingSince?.getTime()) return;
    const tries = [findings.mine, ...present.verificationTries].slice(0, mostTries);
    const tried = { ...present, verificationTries: tries };
    if (findings.mine.outcome === 'FOUND' && (await claim(tried, findings, tx))) return;
    await goOn(tried, done, tx);
  });
}

async function look(domain: Domain): Promise<Findings> {
  const { outcome, detail } = await askResolvers(domain);
  const mine = { at: now(), outcome, detail };
  const holder = await domains.findOne({ titleName: domain.name });
  if (outcome !== 'FOUND' || !holder) return { mine, rival: undefined };
  return { mine, rival: { domain: holder, ...(await askResolvers(holder)) } };
}

/** Gives the title to the domain that showed its record; false when another account keeps it. */
async function claim(domain: Domain, findings: Findings, tx: Tx): Promise<boolean> {
  const holder = await domains.findOne({ titleName: domain.name }, tx);
  if (holder) {
    const seen = findings.rival?.domain.id === holder.id ? findings.rival : undefined;
    const bound = inCustody(holder) || holder.reservation || holder.pendingTransfer !== 'NONE';
    if (bound || seen?.outcome !== 'MISSING') {
      if (seen?.outcome === 'FOUND' && !bound) {
        tx.emit('domains.domain.proof-contested', holder, about(holder));
        tx.emit('domains.domain.proof-contested', domain, about(domain));
      }
      return false;
    }
    await loseProof(holder, { detail: seen.detail, tx });
  }
  const verified = await domains.move(
    domain,
    {
      ...domain,
      status: 'EXTERNAL_VERIFIED',
      titleName: domain.name,
      nextCheckAt: null,
      checkingSince: null,
    },
    tx,
  );
  tx.emit('domains.domain.verified', verified, about(verified));
  return true;
}

async function loseProof(
  holder: Domain,
  { detail, tx }: { detail: string; tx: Tx },
): Promise<void> {
  const first = { at: now(), outcome: 'MISSING' as const, detail };
  const verificationTries = [first, ...holder.verificationTries].slice(0, mostTries);
  const lost = await domains.move(
    holder,
    { ...holder, status: 'EXTERNAL_UNVERIFIED', titleName: null, verificationTries },
    tx,
  );
  tx.emit('domains.domain.proof-lost', lost, {
    ...about(lost),
    reason: 'Another account has proven this name, and your record is no longer there.',
  });
}

async function goOn(domain: Domain, done: number, tx: Tx): Promise<void> {
  const at = now();
  const next = nextCheck({ since: domain.checkingSince ?? at, done, at });
  const tried = await domains.move(
    domain,
    { ...domain, nextCheckAt: next, checkingSince: next ? domain.checkingSince : null },
    tx,
  );
  if (next) {
    await tx.schedule({ kind: 'check-proof', key: domain.id, at: next, data: { done } });
    return;
  }
  tx.emit('domains.domain.proof-failed', tried, {
    ...about(tried),
    reason: tried.verificationTries[0]?.detail ?? 'The record was not seen.',
  });
}
