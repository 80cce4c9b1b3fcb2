/** The session of this browser: two tokens in localStorage, shared by all tabs. */

import { useSyncExternalStore } from 'react';
import { readClaims, syncServerClock } from './claims.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export interface Session {
  accountId: string;
}

const keys = { access: 'accessToken', refresh: 'refreshToken' } as const;

/** Used if localStorage is blocked or full; the session then lasts as long as the tab. */
const fallback = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string | null {
  const kept = fallback.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | undefined): void {
  fallback.delete(key);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== undefined) fallback.set(key, value);
  }
}

/** Either may be missing, because users and other programs edit the storage. */
export const readTokens = (): { [name in keyof Tokens]: string | null } => ({
  accessToken: read(keys.access),
  refreshToken: read(keys.refresh),
});

/** Stores freshly issued tokens. */
export function storeTokens(tokens: Tokens): void {
  syncServerClock(tokens.accessToken);
  write(keys.access, tokens.accessToken);
  write(keys.refresh, tokens.refreshToken);
  syncSession();
}

export function clearTokens(): void {
  write(keys.access, undefined);
  write(keys.refresh, undefined);
  syncSession();
}

let current: Session | null | undefined;

function readSession(): Session | null {
  const { accessToken } = readTokens();
  const accountId = accessToken ? readClaims(accessToken)?.sub : undefined;
  if (!accountId) return null;
  return current?.accountId === accountId ? current : { accountId };
}

/** The last known session; the same object while the account is the same. */
export function currentSession(): Session | null {
  if (current === undefined) current = readSession();
  return current;
}

/** Rereads the session from the storage, because events about other tabs' writes may be late. */
export function syncSession(): void {
  const before = currentSession();
  current = readSession();
  if (before?.accountId === current?.accountId) return;
  for (const listener of [...listeners]) listener();
}

/** Calls the listener when an account signs in or out, in this tab or another. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === keys.access || event.key === keys.refresh) syncSession();
});
// A page in the back-forward cache receives no storage events.
window.addEventListener('pageshow', syncSession);

export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, currentSession);
