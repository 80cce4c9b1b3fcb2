/** Opens a store whose database may start later or be temporarily unreachable. */

import { pauseUnref } from '@nameloan/runtime/pause-unref';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Store, StoreOptions } from './store.ts';

const retryDelayMs = 500;

/** Retries for `waitMs`, reports once that it waits, and finally throws the last error. */
export async function openWithRetry(
  store: Store,
  options: StoreOptions,
  waitMs: number,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let attempts = 1; ; attempts++) {
    try {
      return await store.open(options);
    } catch (error) {
      await store.close().catch(() => undefined);
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      if (attempts === 1)
        options.schema?.report(`MONGODB_URL does not answer yet: ${String(error)}`);
      await pauseUnref(retryDelayMs);
    }
  }
}
