/** Reads accounts and pictures by id, batched per request. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Keys } from '@nameloan/persistence/reads';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { pictures } from '../picture/picture.model.ts';
import { avatarPath } from '../picture/picture.ts';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';

const dataUrlKeys = ['dataUrl'] as const;
const digestKeys = ['digest'] as const;

/** The caller's account; UNAUTHENTICATED if it no longer exists. */
export async function findSelf(context: Context, keys: Keys<Account>): Promise<Account> {
  const account = await accounts.findById(signedIn(context).accountId, keys);
  if (!account) throw new DomainError('UNAUTHENTICATED', 'Log in first.');
  return account;
}

export async function findPicture(accountId: string, context: Context): Promise<string | null> {
  const found = await load(context, { name: 'pictures', id: accountId }, async (ids) => {
    const all = await pictures.findByIds(ids, dataUrlKeys);
    return new Map([...all.values()].map((picture) => [picture.id, picture.dataUrl]));
  });
  return found ?? null;
}

/** Public path of the picture; null for the default initials. */
export async function findAvatarUrl(accountId: string, context: Context): Promise<string | null> {
  const found = await load(context, { name: 'avatars', id: accountId }, async (ids) => {
    const all = await pictures.findByIds(ids, digestKeys);
    return new Map(
      [...all.values()].flatMap(({ id, digest }) => (digest ? [[id, avatarPath(digest)]] : [])),
    );
  });
  return found ?? null;
}

/** Whether the caller is the account itself. */
export function isSelf(account: Account, context: Context): boolean {
  return context.actor.kind === 'account' && context.actor.accountId === account.id;
}
