/** Swaps an access token that has ended for a new one: once at a time, in all tabs together. */

import { isEnding, readClaims } from './claims.ts';
import type { Tokens } from './tokens.ts';
import { clearTokens, readTokens, storeTokens } from './tokens.ts';

/** The session is over: there is nothing left to renew it with. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEnded';
}

export const sessionEndedMessage = 'Your session has ended. Log in again.';

/** Asks the server for the next pair; null where it refuses, and an error where it cannot be asked. */
export type ExchangeTokens = (refreshToken: string) => Promise<Tokens | null>;

const lockName = 'nameloan-session';
/** What one tab stores, another may read a moment after it has got the lock: the two go ways of their own. */
const storageSyncMs = 500;

/** Other tabs wait; a page that may not lock (no https) relies on the server, which answers a repetition alike. */
function runExclusively(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(lockName, work) : work();
}

let pendingRenewal: Promise<string> | undefined;

/** A call that one account began is never sent as another. */
function isSameAccount(one: string | null, other: string | null): boolean {
  const [first, second] = [one, other].map((token) => (token ? readClaims(token)?.sub : undefined));
  return first === undefined || first === second;
}

/** The stored token, if it can be sent in place of `stale`. */
function findReplacement(stale: string | null): string | undefined {
  const { accessToken } = readTokens();
  const fits = accessToken && accessToken !== stale && !isEnding(accessToken);
  return fits && isSameAccount(stale, accessToken) ? accessToken : undefined;
}

/** Resolves to what this tab swaps, or to what another one has swapped, as soon as it is heard of. */
function renew(stale: string | null, swap: ExchangeTokens): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = false;
    const hear = () => {
      const theirs = findReplacement(stale);
      if (theirs === undefined) return;
      heard = true;
      resolve(theirs);
    };
    window.addEventListener('storage', hear);
    runExclusively(async () => {
      if (heard) return;
      const theirs = findReplacement(stale);
      if (theirs !== undefined) return resolve(theirs);
      resolve(await exchangeNow(stale, swap));
      if (navigator.locks) await new Promise((settled) => setTimeout(settled, storageSyncMs));
    })
      .catch(reject)
      .finally(() => window.removeEventListener('storage', hear));
  });
}

async function exchangeNow(stale: string | null, swap: ExchangeTokens): Promise<string> {
  const before = readTokens();
  if (!isSameAccount(stale, before.accessToken)) throw new SessionEndedError(sessionEndedMessage);
  if (!before.refreshToken) throw endWithMessage('No refresh token available');
  const tokens = await swap(before.refreshToken);
  // Somebody signed in or out while we asked, or another tab was heard of late: what they did counts.
  if (readTokens().refreshToken !== before.refreshToken) {
    const theirs = findReplacement(before.accessToken);
    if (theirs === undefined) throw new SessionEndedError(sessionEndedMessage);
    return theirs;
  }
  if (!tokens) throw endWithMessage(sessionEndedMessage);
  storeTokens(tokens);
  return tokens.accessToken;
}

function endWithMessage(sentence: string): SessionEndedError {
  endSession({ message });
  return new SessionEndedError(sentence);
}

/** A new access token in place of `stale`. */
export function renewToken(stale: string | null, swap: ExchangeTokens): Promise<string> {
  pendingRenewal ??= renew(stale, swap).finally(() => {
    pendingRenewal = undefined;
  });
  return pendingRenewal;
}

/** A token that can be sent now; undefined for a visitor. */
export async function getValidToken(swap: ExchangeTokens): Promise<string | undefined> {
  const { accessToken, refreshToken } = readTokens();
  if (!accessToken && !refreshToken) return undefined;
  if (accessToken && !isEnding(accessToken)) return accessToken;
  return renewToken(accessToken, swap);
}

interface SessionEndNotice {
  /** Said on the login page. */
  message?: string;
  /** Where to go; the login page, with a way back, unless named. */
  redirectTo?: string;
}

let notice: SessionEndNotice = {};

/** Ends the session in this browser. */
export function endSession(given: SessionEndNotice = {}): void {
  notice = given;
  clearTokens();
}

/** Why and whereto the session ended; `{}` where another tab or nobody ended it. */
export const getSessionEndNotice = (): SessionEndNotice => notice;

/** It has been said. */
export function clearSessionEndNotice(): void {
  notice = {};
}
