/** Swaps an access token that has ended for a new one: once at a time, in all tabs together. */

import { isEnding, readClaims } from './claims.ts';
import type { Tokens } from './tokens.ts';
import { clearTokens, readTokens, storeTokens } from './tokens.ts';

/** The session is over: there is nothing left to renew it with. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

export const sessionOver = 'Your session has ended. Log in again.';

/** Asks the server for the next pair; null where it refuses, and an error where it cannot be asked. */
export type Swap = (refreshToken: string) => Promise<Tokens | null>;

const lockName = 'nameloan-session';

/** Other tabs wait; a page that may not lock (no https) relies on the server, which answers a repetition alike. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(lockName, work) : work();
}

let running: Promise<string> | undefined;

/** A call that one account began is never sent as another. */
function isSameAccount(one: string | null, other: string | null): boolean {
  const [first, second] = [one, other].map((token) => (token ? readClaims(token)?.sub : undefined));
  return first === undefined || first === second;
}

async function renew(stale: string | null, swap: Swap): Promise<string> {
  return alone(async () => {
    const before = readTokens();
    if (!isSameAccount(stale, before.accessToken)) throw new SessionEnded(sessionOver);
    // Another tab was faster.
    if (before.accessToken && before.accessToken !== stale && !isEnding(before.accessToken))
      return before.accessToken;
    if (!before.refreshToken) throw end('No refresh token available');
    const tokens = await swap(before.refreshToken);
    // Somebody signed in or out while we asked: what they did counts.
    if (readTokens().refreshToken !== before.refreshToken) throw new SessionEnded(sessionOver);
    if (!tokens) throw end(sessionOver);
    storeTokens(tokens);
    return tokens.accessToken;
  });
}

function end(sentence: string): SessionEnded {
  endSession({ sentence });
  return new SessionEnded(sentence);
}

/** A new access token in place of `stale`. */
export function renewToken(stale: string | null, swap: Swap): Promise<string> {
  running ??= renew(stale, swap).finally(() => {
    running = undefined;
  });
  return running;
}

/** A token that can be sent now; undefined for a visitor. */
export async function usableToken(swap: Swap): Promise<string | undefined> {
  const { accessToken, refreshToken } = readTokens();
  if (!accessToken && !refreshToken) return undefined;
  if (accessToken && !isEnding(accessToken)) return accessToken;
  return renewToken(accessToken, swap);
}

interface Farewell {
  /** Said on the login page. */
  sentence?: string;
  /** Where to go; the login page, with a way back, unless named. */
  to?: string;
}

let farewell: Farewell = {};

/** Ends the session in this browser. */
export function endSession(given: Farewell = {}): void {
  farewell = given;
  clearTokens();
}

/** Why and whereto the session ended; `{}` where another tab or nobody ended it. */
export const lastFarewell = (): Farewell => farewell;

/** It has been said. */
export function forgetFarewell(): void {
  farewell = {};
}
