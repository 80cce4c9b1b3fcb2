/** Closes many listings in one call, one use case per id. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { RowResult } from '@nameloan/subgraph/run-rows';
import { assertRowCount, runRows, toRowResults } from '@nameloan/subgraph/run-rows';
import { closeListing } from '../market/close-listing.ts';
import { serviceContext } from '../service-context.ts';

/** Listings closed at a time. */
const concurrency = 4;

/** Results in the order of the ids; see closeListing for the errors of each. */
export async function closeListings(
  actor: AccountActor,
  ids: readonly string[],
): Promise<RowResult[]> {
  assertRowCount('ids', ids.length);
  const { log } = serviceContext;
  const close = (id: string) => closeListing(actor, id);
  return toRowResults(ids, await runRows(ids, close, { log, concurrency }));
}
