/** A commit that creates records under ids made by others: whoever comes second starts over and finds them. */

import { ConcurrentUpdateError } from '@nameloan/service/store/model.ts';
import { isDuplicate } from '@nameloan/service/store/store.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { commit } from '../service-context.ts';

/**
 * As `commit`, but a rival's record under the same id counts as a rival that was faster: the use case
 * runs again and decides on what is there now.
 */
export function commitIdempotently<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
  return commit(async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError('a record', 'made by a rival');
      throw error;
    }
  });
}
