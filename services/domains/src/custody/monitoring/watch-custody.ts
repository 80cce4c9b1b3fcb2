/**
 * A job that repeats itself, beside the registry's messages: each domain in custody is looked at about once
 * a day, because a registry need not tell of every loss, and a message may be lost.
 */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../../domain/domain.model.ts';
import { isInconclusive } from '../../registry.ts';
import { serviceContext } from '../../service-context.ts';
import { postponeCustodyCheck, syncCustody } from './sync-custody.ts';

const intervalMs = 60_000;
/** In one round; after a jump of the clock the rest follows minute by minute. */
const maxChecksPerRound = 100;

export async function watchCustody(): Promise<JobResult> {
  const due = { 'custodyCheck.at': { $lte: now() } };
  const found = await domains.findMany(due, {
    sort: { 'custodyCheck.at': 1 },
    limit: maxChecksPerRound,
  });
  for (const domain of found) {
    try {
      await syncCustody(domain);
    } catch (error) {
      if (!isInconclusive(error)) throw error;
      // The registry is away, or this one name drops the line: the others must not wait for it for ever.
      serviceContext.log.warn(
        { err: error, name: domain.name },
        'the registry cannot be looked at',
      );
      await postponeCustodyCheck(domain);
      break;
    }
  }
  return { runAgainAt: new Date(now().getTime() + intervalMs) };
}
