/** Removes many domains in one call, one use case per id. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { RowResult } from '@nameloan/subgraph/run-rows';
import { assertRowCount, runRows, toRowResults } from '@nameloan/subgraph/run-rows';
import { removeDomain } from '../domain/remove-domain.ts';
import { serviceContext } from '../service-context.ts';

/** Domains removed at a time. */
const concurrency = 4;

/** Results in the order of the ids; see removeDomain for the errors of each. */
export async function removeDomains(
  actor: AccountActor,
  ids: readonly string[],
): Promise<RowResult[]> {
  assertRowCount('ids', ids.length);
  const { log } = serviceContext;
  const remove = (id: string) => removeDomain(actor, id);
  return toRowResults(ids, await runRows(ids, remove, { log, concurrency }));
}
