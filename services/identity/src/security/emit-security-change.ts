/** Emits a security change in the transaction that makes it; each is mailed to the user. */

import type { Actor } from '@nameloan/contracts/actor';
import type { SecurityChange } from '@nameloan/contracts/identity-events';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { readClient } from '../known-device/client.ts';
import { serviceContext } from '../service-context.ts';

const subject = 'identity.account.security-changed';

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
  tx.emit(subject, aggregate, {
    accountId,
    change,
    at: now().toISOString(),
    sealedClient: by && serviceContext.encrypt(JSON.stringify(readClient(by)), subject),
    formerClient: null,
    recoveryCodesLeft: recoveryCodesLeft ?? null,
  });
}
