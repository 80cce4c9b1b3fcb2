/** Commit that creates records under caller-chosen ids: on a duplicate it runs again and finds the record. */

import { ConcurrentUpdateError } from '@nameloan/service/store/model.ts';
import { isDuplicate } from '@nameloan/service/store/store.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { commit } from '../service-context.ts';

/**
 * Like `commit`, but a duplicate `_id` counts as a concurrent update, so the work runs again on the current state.
 */
export function commitIdempotently<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
  return commit(async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (isDuplicate(error, '_id'))
        throw new ConcurrentUpdateError('a record', 'added concurrently');
      throw error;
    }
  });
}
