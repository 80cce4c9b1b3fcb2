/** Remembers, inside a use case's commit, where an account is signed in. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { sessions } from '../session/session.model.ts';
import { seenFrom } from '../session/session.ts';
import type { KnownPlace } from './known-places.ts';
import { mostPlaces, placeOf, withPlace } from './known-places.ts';

/** An account from before places were kept is known where its sessions were. */
export async function knownPlacesOf(account: Account, tx?: Tx): Promise<readonly KnownPlace[]> {
  if (account.knownPlaces) return account.knownPlaces;
  const { id: accountId } = account;
  const options = { sort: { lastUsedAt: -1 as const }, limit: mostPlaces, tx };
  const usedAt = new Date();
  return (await sessions.findMany({ accountId }, options)).reduce<readonly KnownPlace[]>(
    (places, session) => withPlace(places, placeOf(session), usedAt),
    [],
  );
}

/** The account's places with the actor's own, for who writes the account anyway. */
export async function placesWith(actor: Actor, account: Account, tx: Tx): Promise<KnownPlace[]> {
  return [...withPlace(await knownPlacesOf(account, tx), placeOf(seenFrom(actor)), new Date())];
}

/** Writes only where the place is new, or was last noted more than a day ago. */
export async function rememberPlace(actor: Actor, accountId: string, tx: Tx): Promise<void> {
  const account = await accounts.find(accountId, tx);
  if (!account) return;
  const knownPlaces = await placesWith(actor, account, tx);
  if (knownPlaces[0] === account.knownPlaces?.[0]) return;
  await accounts.move(account, { ...account, knownPlaces }, tx);
}
