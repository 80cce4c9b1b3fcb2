/** The session as this browser keeps it: two tokens in its storage, the same in every tab. */

import { useSyncExternalStore } from 'react';
import { readClaims, syncServerClock } from './claims.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export interface Session {
  /** Whose it is. */
  accountId: string;
}

const keys = { access: 'accessToken', refresh: 'refreshToken' } as const;

/** Where a browser forbids its storage to us, or has it full, the session lasts as long as the tab. */
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

/** Either may be missing: people clear their storage, programs write half of it. */
export const readTokens = (): { [name in keyof Tokens]: string | null } => ({
  accessToken: read(keys.access),
  refreshToken: read(keys.refresh),
});

/** Those that the server has made just now. */
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

/** The session as it was last heard of; the same object as long as it is the same account. */
export function currentSession(): Session | null {
  if (current === undefined) current = readSession();
  return current;
}

/** Takes in what the storage says: other tabs write there too, and the news of it may be late. */
export function syncSession(): void {
  const before = currentSession();
  current = readSession();
  if (before?.accountId === current?.accountId) return;
  for (const listener of [...listeners]) listener();
}

/** Hears when somebody signs in or out, in this tab or another one. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === keys.access || event.key === keys.refresh) syncSession();
});
// A page in the back-forward cache hears nothing.
window.addEventListener('pageshow', syncSession);

export const useSession = (): Session | null =>
  useSyncExternalStore(onSessionChange, currentSession);
