/** A job for each domain in custody: renews it from its owner's balance in time, and warns who would lose by its end. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { autoRenew } from './auto-renew.ts';
import { dueWarning, nextRegistrationCheck, renewsAt } from './registration-expiry.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

/** While a renewal is under way. */
const renewalPollMs = 60_000;
/** While the registry is silent. */
const registryRetryMs = 60 * 60_000;

export async function watchRegistration(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !inCustody(domain) || !domain.expiresAt) return;
  if (domain.renewal) return runAfter(renewalPollMs);
  const due = now() >= renewsAt(domain.expiresAt);
  const outcome = due ? await autoRenew(domain) : { reason: null };
  if (outcome === 'UNDER_WAY') return runAfter(renewalPollMs);
  if (outcome === 'SILENT') return runAfter(registryRetryMs);
  if (outcome !== 'RENEWED') await warn(domain, outcome.reason);
  const present = await domains.get(domain.id);
  if (present.active && present.expiresAt)
    return { runAgainAt: nextRegistrationCheck(present.expiresAt, now()) };
}

function runAfter(ms: number): JobResult {
  return { runAgainAt: new Date(now().getTime() + ms) };
}

/** Once for each of the days, whatever is repeated; nobody is warned of an end that has moved meanwhile. */
async function warn({ id, expiresAt }: Domain, reason: string | null): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || present.renewal || !present.expiresAt) return;
    if (present.expiresAt.getTime() !== expiresAt?.getTime()) return;
    const days = dueWarning(present, now());
    if (days !== undefined) await warnOfExpiry(present, { days, reason, tx });
  });
}
