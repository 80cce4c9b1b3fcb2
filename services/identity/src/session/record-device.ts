/** Records the device of a login in the transaction that needs it. */

import type { Actor } from '@nameloan/contracts/actor';
import type { Tx } from '@nameloan/persistence/tx';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { readClient } from '../known-device/client.ts';
import type { KnownDevice } from '../known-device/known-devices.ts';
import { addDevice, identifyDevice, maxDevices } from '../known-device/known-devices.ts';
import { sessions } from './session.model.ts';

/** Older accounts have no known devices; they are derived from their sessions. */
export async function readKnownDevices(account: Account, tx?: Tx): Promise<readonly KnownDevice[]> {
  if (account.knownDevices) return account.knownDevices;
  const { id: accountId } = account;
  const options = { sort: { lastUsedAt: -1 as const }, limit: maxDevices, tx };
  const usedAt = new Date();
  return (await sessions.findMany({ accountId }, options)).reduce<readonly KnownDevice[]>(
    (devices, session) => addDevice(devices, identifyDevice(session), usedAt),
    [],
  );
}

/** Known devices including the actor's, for callers that write the account anyway. */
export async function withCurrentDevice(
  actor: Actor,
  account: Account,
  tx: Tx,
): Promise<KnownDevice[]> {
  const known = await readKnownDevices(account, tx);
  return [...addDevice(known, identifyDevice(readClient(actor)), new Date())];
}

/** Writes only if the device is new or was last recorded more than a day ago. */
export async function recordDevice(actor: Actor, accountId: string, tx: Tx): Promise<void> {
  const account = await accounts.find(accountId, tx);
  if (!account) return;
  const knownDevices = await withCurrentDevice(actor, account, tx);
  if (knownDevices[0] === account.knownDevices?.[0]) return;
  await accounts.update(account, { ...account, knownDevices }, tx);
}
