/** Remembers, inside a use case's commit, where an account is signed in. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import type { KnownDevice } from '../known-device/known-devices.ts';
import { addDevice, identifyDevice, maxDevices } from '../known-device/known-devices.ts';
import { sessions } from './session.model.ts';
import { readClient } from './session.ts';

/** An account from before places were kept is known where its sessions were. */
export async function readKnownDevices(account: Account, tx?: Tx): Promise<readonly KnownDevice[]> {
  if (account.knownDevices) return account.knownDevices;
  const { id: accountId } = account;
  const options = { sort: { lastUsedAt: -1 as const }, limit: maxDevices, tx };
  const usedAt = new Date();
  return (await sessions.findMany({ accountId }, options)).reduce<readonly KnownDevice[]>(
    (places, session) => addDevice(places, identifyDevice(session), usedAt),
    [],
  );
}

/** The account's places with the actor's own, for who writes the account anyway. */
export async function withCurrentDevice(
  actor: Actor,
  account: Account,
  tx: Tx,
): Promise<KnownDevice[]> {
  return [
    ...addDevice(
      await readKnownDevices(account, tx),
      identifyDevice(readClient(actor)),
      new Date(),
    ),
  ];
}

/** Writes only where the place is new, or was last noted more than a day ago. */
export async function recordDevice(actor: Actor, accountId: string, tx: Tx): Promise<void> {
  const account = await accounts.find(accountId, tx);
  if (!account) return;
  const knownPlaces = await withCurrentDevice(actor, account, tx);
  if (knownPlaces[0] === account.knownDevices?.[0]) return;
  await accounts.update(account, { ...account, knownPlaces }, tx);
}
