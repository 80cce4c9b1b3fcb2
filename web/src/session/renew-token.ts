/** Exchanges an expired access token for a new one, once across all tabs. */

import { isEnding, readClaims } from './claims.ts';
import type { Tokens } from './tokens.ts';
import { clearTokens, readTokens, storeTokens } from './tokens.ts';

/** The session is over and cannot be renewed. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

export const sessionEndedMessage = 'Your session has ended. Log in again.';

/** Requests the next token pair: null if the server rejects it, an error if it is unreachable. */
export type ExchangeTokens = (refreshToken: string) => Promise<Tokens | null>;

const lockName = 'nameloan-session';
/** Storage writes may reach another tab only after it has acquired the lock. */
const storageSyncMs = 500;

/** Holds a cross-tab lock. Without https there are no locks; then the server answers repeated refreshes alike. */
function runExclusively(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(lockName, work) : work();
}

let pendingRenewal: Promise<string> | undefined;

/** A request that one account started is never sent as another. */
function isSameAccount(one: string | null, other: string | null): boolean {
  const [first, second] = [one, other].map((token) => (token ? readClaims(token)?.sub : undefined));
  return first === undefined || first === second;
}

/** The stored token, if it can replace `stale`. */
function findReplacement(stale: string | null): string | undefined {
  const { accessToken } = readTokens();
  const fits = accessToken && accessToken !== stale && !isEnding(accessToken);
  return fits && isSameAccount(stale, accessToken) ? accessToken : undefined;
}

/** Resolves to the token that this tab or another one obtains, whichever is stored first. */
function renew(stale: string | null, exchange: ExchangeTokens): Promise<string> {
  return new Promise((resolve, reject) => {
    let resolved = false;
    const onStorage = () => {
      const theirs = findReplacement(stale);
      if (theirs === undefined) return;
      resolved = true;
      resolve(theirs);
    };
    window.addEventListener('storage', onStorage);
    runExclusively(async () => {
      if (resolved) return;
      const theirs = findReplacement(stale);
      if (theirs !== undefined) return resolve(theirs);
      resolve(await exchangeNow(stale, exchange));
      if (navigator.locks) await new Promise((settled) => setTimeout(settled, storageSyncMs));
    })
      .catch(reject)
      .finally(() => window.removeEventListener('storage', onStorage));
  });
}

async function exchangeNow(stale: string | null, exchange: ExchangeTokens): Promise<string> {
  const before = readTokens();
  if (!isSameAccount(stale, before.accessToken)) throw new SessionEndedError(sessionEndedMessage);
  if (!before.refreshToken) throw endWithMessage('No refresh token available');
  const tokens = await exchange(before.refreshToken);
  // The stored session changed during the request, here or in another tab; that change wins.
  if (readTokens().refreshToken !== before.refreshToken) {
    const theirs = findReplacement(before.accessToken);
    if (theirs === undefined) throw new SessionEndedError(sessionEndedMessage);
    return theirs;
  }
  if (!tokens) throw endWithMessage(sessionEndedMessage);
  storeTokens(tokens);
  return tokens.accessToken;
}

function endWithMessage(message: string): SessionEndedError {
  endSession({ message });
  return new SessionEndedError(message);
}

/** Returns a new access token in place of `stale`. */
export function renewToken(stale: string | null, exchange: ExchangeTokens): Promise<string> {
  pendingRenewal ??= renew(stale, exchange).finally(() => {
    pendingRenewal = undefined;
  });
  return pendingRenewal;
}

/** Returns a token that can be sent now; undefined for a visitor. */
export async function getValidToken(exchange: ExchangeTokens): Promise<string | undefined> {
  const { accessToken, refreshToken } = readTokens();
  if (!accessToken && !refreshToken) return undefined;
  if (accessToken && !isEnding(accessToken)) return accessToken;
  return renewToken(accessToken, exchange);
}

interface SessionEndNotice {
  /** Shown on the login page. */
  message?: string;
  /** Where to go. Default: the login page, with a return path. */
  redirectTo?: string;
}

let notice: SessionEndNotice = {};

/** Ends the session in this browser. */
export function endSession(newNotice: SessionEndNotice = {}): void {
  notice = newNotice;
  clearTokens();
}

/** Why the session ended; `{}` if this tab did not end it. */
export const getSessionEndNotice = (): SessionEndNotice => notice;

/** Call this once the notice has been shown. */
export function clearSessionEndNotice(): void {
  notice = {};
}
