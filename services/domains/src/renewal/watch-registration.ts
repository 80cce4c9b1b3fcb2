/** A job for each domain in custody: renews it from its owner's balance in time, and warns who would lose by its end. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { renewByItself } from './auto-renew.ts';
import { dueWarning, nextLookAtEnd, renewsAt } from './registration-expiry.ts';
import { warnOfEnd } from './warn-of-expiry.ts';

/** While a renewal is under way. */
const soonMs = 60_000;
/** While the registry is silent. */
const patienceMs = 60 * 60_000;

export async function watchRegistration(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !inCustody(domain) || !domain.expiresAt) return;
  if (domain.renewal) return after(soonMs);
  const due = now() >= renewsAt(domain.expiresAt);
  const outcome = due ? await renewByItself(domain) : { reason: null };
  if (outcome === 'UNDER_WAY') return after(soonMs);
  if (outcome === 'SILENT') return after(patienceMs);
  if (outcome !== 'RENEWED') await warn(domain, outcome.reason);
  const present = await domains.get(domain.id);
  if (present.active && present.expiresAt)
    return { runAgainAt: nextLookAtEnd(present.expiresAt, now()) };
}

function after(ms: number): JobResult {
  return { runAgainAt: new Date(now().getTime() + ms) };
}

/** Once for each of the days, whatever is repeated; nobody is warned of an end that has moved meanwhile. */
async function warn({ id, expiresAt }: Domain, reason: string | null): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || present.renewal || !present.expiresAt) return;
    if (present.expiresAt.getTime() !== expiresAt?.getTime()) return;
    const days = dueWarning(present, now());
    if (days !== undefined) await warnOfEnd(present, { days, reason, tx });
  });
}
