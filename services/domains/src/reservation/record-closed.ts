/** What has let go of its domain is remembered, so that its beginning, should it come later, binds nothing. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { closed, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';

/** `id`: the escrow's or the listing's. Resolves to its domain as it is afterwards, if there is one. */
export async function recordClosed(
  { id, domainId }: { id: string; domainId: string },
  tx: Tx,
): Promise<Domain | undefined> {
  const domain = await domains.find(domainId, tx);
  if (await closed.find(id, tx)) return domain;
  await closed.add({ id, version: 1, closedAt: now() }, tx);
  // Written even where nothing changes: a beginning that is handled in this same moment does not see the
  // row above, and must meet this instead.
  return domain && domains.update(domain, domain, tx);
}
