/** Divides the kinds of jobs among workers. */

/** Kinds that wait for servers chosen by users. They run separately, so that other jobs never wait for them. */
export interface IsolatedJobs {
  kinds: readonly string[];
  maxConcurrency: number;
}

/** How the kinds are divided among workers; all kinds that are in no group share one. */
export interface JobGroups {
  isolated?: IsolatedJobs | undefined;
  /** Runs separately like isolated kinds, and `runDue` neither runs it nor waits for it: work that is never finished. */
  background?: IsolatedJobs | undefined;
}

/** For the jobs that are in no group. */
const sharedConcurrency = 4;

export function divideKinds(
  all: readonly string[],
  { isolated, background }: JobGroups,
): IsolatedJobs[] {
  const separate = [isolated, background].filter((one) => one !== undefined);
  const kinds = all.filter((kind) => !separate.some((group) => group.kinds.includes(kind)));
  return [{ kinds, maxConcurrency: sharedConcurrency }, ...separate];
}
