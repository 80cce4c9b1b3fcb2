/** Looks at the kept count once an hour: a release that keeps none may have run beside this one since the start. */

import { now } from '@nameloan/service/clock.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { kit } from '../kit.ts';
import { mendCount } from './open-count.ts';

const everyMs = 3_600_000;

/** Job: mends, and asks for the next run. */
export async function watchCount(): Promise<JobResult> {
  const off = await mendCount();
  if (off !== 0) kit.log.warn({ off }, 'the count of open listings was not right and is now');
  return { again: new Date(now().getTime() + everyMs) };
}
