/** Records when the registry shows the lock of a name on hold, which its provider asks to have confirmed. */

import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import type { Domain } from '../domain/domain.ts';
import { legalHolds } from './legal-hold.model.ts';

/** Once per hold. */
export async function confirmLock({ legalHold }: Domain, tx: Tx): Promise<void> {
  const hold = legalHold ? await legalHolds.find(legalHold.id, tx) : undefined;
  if (!hold?.active || hold.lockedAt !== null) return;
  const lockedAt = now();
  const log = [...hold.log, { at: lockedAt, by: null, action: 'LOCKED' as const }];
  await legalHolds.update(hold, { ...hold, lockedAt, log }, tx);
}
