/** Commit that creates records under caller-chosen ids: on a duplicate it runs again and finds the record. */

import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
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
