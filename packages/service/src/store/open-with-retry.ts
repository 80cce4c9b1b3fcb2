/** Opens a store whose database may come up later than we do, or be away for the moment. */

import { pauseUnref } from '../pause-unref.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Store, StoreOptions } from './store.ts';

const againMs = 500;

/** Tries for so long as `waitMs` and says once that it waits; then throws what stood in the way. */
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
      if (attempts === 1) options.schema?.report(`MONGODB_URL does not answer yet: ${String(error)}`);
      await pauseUnref(againMs);
    }
  }
}
