/** The product over many processes that the test files of one process share, because its start takes half a minute of processor time. */

import { afterGroup, canShare } from '@nameloan/testkit/group-teardown';
import { startManyProcesses } from './many-processes.ts';
import type { TestEnvironment } from './test-environment.ts';

export interface SharedProcesses {
  environment: TestEnvironment;
  /** Stops the product of a file that runs alone. */
  stop(): Promise<void>;
}

let shared: Promise<TestEnvironment> | undefined;

/**
 * Its files (`tools/test/plan.ts` puts them into one process) use separate accounts and names, restart each process that
 * they kill, and expect neither a certain day nor an empty ledger.
 */
export async function startSharedProcesses(): Promise<SharedProcesses> {
  if (!canShare()) {
    const environment = await startManyProcesses();
    return { environment, stop: () => environment.stop() };
  }
  if (!shared) {
    const running = startManyProcesses();
    shared = running;
    afterGroup(async () => {
      const environment = await running.catch(() => undefined);
      await environment?.stop();
    });
  }
  return { environment: await shared, stop: async () => {} };
}
