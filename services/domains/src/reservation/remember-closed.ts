/** What has let go of its domain is remembered, so that its beginning, should it come later, binds nothing. */

import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { closed } from '../domain/domain.model.ts';

/** `id`: the escrow's or the listing's. */
export async function rememberClosed(id: string, tx: Tx): Promise<void> {
  if (await closed.find(id, tx)) return;
  await closed.add({ id, version: 1, closedAt: now() }, tx);
}
