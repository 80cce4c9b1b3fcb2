/**
 * The secret address of an account's calendar. The token is stored encrypted, so that the owner can see the address
 * again, and hashed, so that a request finds the account.
 */

import type { Event } from '@nameloan/contracts/events';
import type { SecurityChange } from '@nameloan/contracts/identity-events';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { hashToken, isTokenFormat, newToken } from '@nameloan/security/link-token';
import { commit, decrypt, defineModel, encrypt, serviceContext } from '../service-context.ts';

export interface CalendarFeed {
  /** The account's id. */
  id: string;
  version: number;
  /** SHA-256 (hex) of the token. */
  tokenHash: string;
  encryptedToken: string;
  createdAt: Date;
}

const feeds = defineModel<CalendarFeed>('calendar_feeds', {
  label: 'calendar',
  fields: { version: Number, tokenHash: String, encryptedToken: String, createdAt: Date },
  indexes: [[{ tokenHash: 1 }, { unique: true }]],
});

export const buildFeedPurpose = (accountId: string): string => `calendar token of ${accountId}`;

function makeToken(accountId: string): Pick<CalendarFeed, 'tokenHash' | 'encryptedToken'> {
  const token = newToken();
  return {
    tokenHash: hashToken(token),
    encryptedToken: encrypt(token, buildFeedPurpose(accountId)),
  };
}

/** The account's feed, created by the first call; of concurrent first calls, one creates it. */
export async function readFeed(accountId: string): Promise<CalendarFeed> {
  const found = await feeds.find(accountId);
  if (found) return found;
  const feed = { id: accountId, version: 1, ...makeToken(accountId), createdAt: now() };
  try {
    return await commit((tx) => feeds.add(feed, tx));
  } catch (error) {
    if (isDuplicate(error, '_id')) return feeds.get(accountId);
    throw error;
  }
}

/** Gives the feed a new address; the former one ends at once. */
export async function rotateFeed(accountId: string): Promise<CalendarFeed> {
  await readFeed(accountId);
  return commit(async (tx) => {
    const feed = await feeds.get(accountId, tx);
    return feeds.update(feed, { ...feed, ...makeToken(accountId) }, tx);
  });
}

/** Someone else in the account may have copied the address. */
const endingChanges: ReadonlySet<SecurityChange> = new Set([
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'MFA_ENDED',
  'SESSION_STOLEN',
  'EMAIL_CHANGE_STOPPED',
  'PAYEE_CHANGE_STOPPED',
]);

/** A feed gets another address, which its owner copies again. */
export async function endFeedAddress(
  { data: { accountId, change } }: Event<'identity.account.security-changed'>,
  tx: Tx,
): Promise<void> {
  if (!endingChanges.has(change)) return;
  const feed = await feeds.find(accountId, tx);
  if (feed) await feeds.update(feed, { ...feed, ...makeToken(accountId) }, tx);
}

/** The account of a token; undefined for an unknown or replaced one. */
export async function findFeedAccount(token: string): Promise<string | undefined> {
  if (!isTokenFormat(token)) return undefined;
  return (await feeds.findOne({ tokenHash: hashToken(token) }))?.id;
}

/** The whole address, which anyone who has it can read without login. */
export function buildFeedUrl({ id, encryptedToken }: CalendarFeed): string {
  const token = decrypt(encryptedToken, buildFeedPurpose(id));
  return `${serviceContext.publicUrl}/api/calendar/${token}.ics`;
}
