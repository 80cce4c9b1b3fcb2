/** Says that something about the safety of an account changed, inside the commit that changes it; each is mailed. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import type { SecurityChange } from '@nameloan/contracts/events.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { readClient } from '../session/session.ts';

interface SecurityChangeDetails {
  change: SecurityChange;
  accountId: string;
  /** Who did it; null: staff, from the command line. */
  by: Actor | null;
  /** Left after one of them was used. */
  recoveryCodesLeft?: number | undefined;
}

/** `about`: the record that the change is written on, as the commit leaves it. */
export function emitSecurityChange(
  about: { id: string; version: number },
  { change, accountId, by, recoveryCodesLeft }: SecurityChangeDetails,
  tx: Tx,
): void {
  tx.emit('identity.account.security-changed', about, {
    accountId,
    change,
    at: now().toISOString(),
    from: by && readClient(by),
    recoveryCodesLeft: recoveryCodesLeft ?? null,
  });
}
