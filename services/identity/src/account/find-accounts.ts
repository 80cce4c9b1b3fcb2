/** Accounts and pictures by id, all of one tick in one query, and what of them others may see. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { pictures } from '../picture/picture.model.ts';
import { avatarPath } from '../picture/picture.ts';
import { accounts } from './account.model.ts';
import type { Account } from './account.ts';

/** The entity of federation; null where there is none. */
export async function findAccount(id: unknown, context: Context): Promise<Account | null> {
  // A representation is free JSON: what is no text is no id.
  if (typeof id !== 'string') return null;
  const found = await load(context, { name: 'accounts', id }, async (ids) => {
    const all = await accounts.findMany({ _id: { $in: [...ids] } });
    return new Map(all.map((account) => [account.id, account]));
  });
  return found ?? null;
}

/** The caller's account; UNAUTHENTICATED for a token whose account is gone. */
export async function findSelf(context: Context): Promise<Account> {
  const account = await accounts.find(signedIn(context).accountId);
  if (!account) throw new DomainError('UNAUTHENTICATED', 'Please log in first.');
  return account;
}

export async function findPicture(accountId: string, context: Context): Promise<string | null> {
  const found = await load(context, { name: 'pictures', id: accountId }, async (ids) => {
    const all = await pictures.findMany({ _id: { $in: [...ids] } });
    return new Map(all.map((picture) => [picture.id, picture.dataUrl]));
  });
  return found ?? null;
}

/** Path of the picture at the public door; null means the default initials. */
export async function findAvatarUrl(accountId: string, context: Context): Promise<string | null> {
  const found = await load(context, { name: 'avatars', id: accountId }, async (ids) => {
    const all = await pictures.pick({ _id: { $in: [...ids] } }, ['digest']);
    return new Map(all.flatMap(({ id, digest }) => (digest ? [[id, avatarPath(digest)]] : [])));
  });
  return found ?? null;
}

/** Whether the caller looks at the own account. */
export function isSelf(account: Account, context: Context): boolean {
  return context.actor.kind === 'account' && context.actor.accountId === account.id;
}
