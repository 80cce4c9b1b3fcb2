/** Records that a loan or listing no longer uses its domain, so that a late start event has no effect. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { closedReferences, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

/** `id` is the loan's or the listing's. Resolves to its updated domain, if there is one. */
export async function recordClosed(
  { id, domainId }: { id: string; domainId: string },
  tx: Tx,
): Promise<Domain | undefined> {
  const domain = await domains.find(domainId, tx);
  if (await closedReferences.find(id, tx)) return domain;
  await closedReferences.add({ id, version: 1, closedAt: now() }, tx);
  // Written even without changes: a start event that is handled concurrently does not see the row above and must
  // conflict with this write instead.
  return domain && domains.update(domain, domain, tx);
}
