/** Job that estimates a domain's value with the configured appraiser. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { appraiser } from '../appraisal/choose-appraiser.ts';
import { parseName } from '../name/parse-name.ts';
import { commit } from '../service-context.ts';
import { domains } from './domain.model.ts';
import { domainRef } from './domain.ts';

export async function appraiseDomain(job: Job): Promise<void> {
  const configured = appraiser();
  const domain = await domains.find(job.key);
  if (!configured || !domain?.active) return;
  const estimate = await configured.appraise(parseName(domain.name), now());
  const { lowCents, midCents, highCents } = estimate;
  await commit(async (tx) => {
    const present = await domains.find(job.key, tx);
    if (!present?.active) return;
    const factors = estimate.factors.map(({ name, text }) => ({ name, text }));
    const appraisal = { lowCents, midCents, highCents, factors, appraisedAt: estimate.at };
    const appraised = await domains.update(present, { ...present, appraisal }, tx);
    tx.emit('domains.domain.appraised', appraised, {
      ...domainRef(appraised),
      lowCents,
      midCents,
      highCents,
      appraisedAt: estimate.at.toISOString(),
    });
  });
}
