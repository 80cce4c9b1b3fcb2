/**
 * A job that repeats itself, beside the registry's messages: each domain in custody is looked at about once
 * a day, because a registry need not tell of every loss, and a message may be lost.
 */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../../domain/domain.model.ts';
import { kit } from '../../kit.ts';
import { isUnsettled } from '../../registry.ts';
import { lookAtDomain, lookLater } from './look-at-domain.ts';

const everyMs = 60_000;
/** In one round; after a jump of the clock the rest follows minute by minute. */
const mostLooks = 100;

export async function watchCustody(): Promise<JobResult> {
  const due = { 'custodyLook.at': { $lte: now() } };
  const found = await domains.findMany(due, { sort: { 'custodyLook.at': 1 }, limit: mostLooks });
  for (const domain of found) {
    try {
      await lookAtDomain(domain);
    } catch (error) {
      if (!isUnsettled(error)) throw error;
      // The registry is away, or this one name drops the line: the others must not wait for it for ever.
      kit.log.warn({ err: error, name: domain.name }, 'the registry cannot be looked at');
      await lookLater(domain);
      break;
    }
  }
  return { again: new Date(now().getTime() + everyMs) };
}
