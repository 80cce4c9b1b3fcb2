/** Job that estimates a domain's value with the configured appraiser. */

import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { pauseUnref } from '@nameloan/runtime/pause-unref';
import { appraiser } from '../appraisal/choose-appraiser.ts';
import { parseName } from '../name/parse-name.ts';
import { commit } from '../service-context.ts';
import { domains } from './domain.model.ts';
import type { Appraisal, Domain } from './domain.ts';
import { domainRef } from './domain.ts';

/** An external provider that answers later is asked again by the next run of the job. */
const maxEstimateMs = 60_000;

export async function appraiseDomain(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  if (!domain?.active) return;
  const appraisal = await estimateValue(domain.name, maxEstimateMs);
  if (!appraisal) return;
  await commit(async (tx) => {
    const present = await domains.find(job.key, tx);
    if (!present?.active) return;
    const appraised = await domains.update(present, { ...present, appraisal }, tx);
    emitAppraised(appraised, appraisal, tx);
  });
}

/**
 * The estimate of the configured appraiser, which may call an external provider; null without one. Throws if it takes
 * longer than `maxMs`.
 */
export async function estimateValue(name: string, maxMs: number): Promise<Appraisal | null> {
  const configured = appraiser();
  if (!configured) return null;
  const estimated = Promise.resolve(configured.appraise(parseName(name), now()));
  const estimate = await Promise.race([estimated, pauseUnref(maxMs)]);
  if (!estimate) throw new Error(`The estimate of ${name} took longer than ${maxMs / 1_000} s.`);
  const { lowCents, midCents, highCents } = estimate;
  const factors = estimate.factors.map(({ name, text }) => ({ name, text }));
  return { lowCents, midCents, highCents, factors, appraisedAt: estimate.at };
}

export function emitAppraised(appraised: Domain, appraisal: Appraisal, tx: Tx): void {
  const { lowCents, midCents, highCents, appraisedAt } = appraisal;
  tx.emit('domains.domain.appraised', appraised, {
    ...domainRef(appraised),
    lowCents,
    midCents,
    highCents,
    appraisedAt: appraisedAt.toISOString(),
  });
}
