/**
 * Recurring job per connection that checks each domain in custody about once a day, because a registry may not report every
 * loss and messages can get lost.
 */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { heldBy, registrarOfJob } from '../../registrars.ts';
import { isInconclusive } from '../../registry.ts';
import { serviceContext } from '../../service-context.ts';
import { postponeCustodyCheck, syncCustody } from './sync-custody.ts';

const intervalMs = 60_000;
/** Per round; after a jump of the clock the remaining domains follow in the next rounds. */
const maxChecksPerRound = 100;

export async function watchCustody(job: Job): Promise<JobResult> {
  const registrar = registrarOfJob(job);
  if (registrar) await checkDue(registrar);
  return { runAgainAt: new Date(now().getTime() + intervalMs) };
}

async function checkDue(registrar: Registrar): Promise<void> {
  const due = { ...heldBy(registrar), 'custodyCheck.at': { $lte: now() } };
  const found = await domains.findMany(due, {
    sort: { 'custodyCheck.at': 1 },
    limit: maxChecksPerRound,
  });
  for (const domain of found) {
    try {
      await syncCustody(domain);
    } catch (error) {
      if (!isInconclusive(error)) throw error;
      // The registry is unavailable, or the connection fails for this domain: it must not block the others.
      serviceContext.log.warn({ err: error, name: domain.name }, 'custody check failed');
      await postponeCustodyCheck(domain);
      break;
    }
  }
}
