/** Divides the kinds of jobs among workers. */

import type { JobRow } from './job-row.ts';

/** Kinds that may take long, such as those that wait for servers chosen by users. No other jobs wait for them. */
export interface IsolatedJobs {
  kinds: readonly string[];
  /** Per process; in a group with lanes, for each lane. */
  maxConcurrency: number;
  /**
   * What each of these jobs waits for, such as the id of a registrar connection. A job never waits for one of another
   * lane. The number of lanes must be limited.
   */
  findLanes?: (jobs: readonly Pick<JobRow, 'kind' | 'key' | 'data'>[]) => Promise<string[]>;
}

/** How the kinds are divided among workers; all kinds that are in no group share one. */
export interface JobGroups {
  isolated?: readonly IsolatedJobs[] | undefined;
  /** Runs separately like isolated kinds, and `runDue` neither runs it nor waits for it: work that is never finished. */
  background?: IsolatedJobs | undefined;
}

/** For the jobs that are in no group. */
const sharedConcurrency = 4;

export function divideKinds(
  all: readonly string[],
  { isolated = [], background }: JobGroups,
): IsolatedJobs[] {
  const separate = background ? [...isolated, background] : isolated;
  const kinds = all.filter((kind) => !separate.some((group) => group.kinds.includes(kind)));
  return [{ kinds, maxConcurrency: sharedConcurrency }, ...separate];
}
