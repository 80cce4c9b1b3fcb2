/** Emits a security change in the transaction that makes it; each is mailed to the user. */

import type { Actor } from '@nameloan/contracts/actor';
import type { SecurityChange } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { readClient } from '../known-device/client.ts';

interface SecurityChangeDetails {
  change: SecurityChange;
  accountId: string;
  /** The actor; null for the operator command line. */
  by: Actor | null;
  /** Remaining codes, if one was used. */
  recoveryCodesLeft?: number | undefined;
}

/** `aggregate` is the changed record. */
export function emitSecurityChange(
  aggregate: { id: string; version: number },
  { change, accountId, by, recoveryCodesLeft }: SecurityChangeDetails,
  tx: Tx,
): void {
  tx.emit('identity.account.security-changed', aggregate, {
    accountId,
    change,
    at: now().toISOString(),
    from: by && readClient(by),
    recoveryCodesLeft: recoveryCodesLeft ?? null,
  });
}
