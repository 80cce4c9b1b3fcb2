/**
 * Reloads a page whose files disappeared because a new release was deployed. It reloads once, at the user's
 * destination; never while offline, without a new release, or in a loop.
 */

import { useSyncExternalStore } from 'react';

/** Releases already left. This prevents a reload loop between two servers with different releases. */
const leftKey = 'left-releases';
const maxLeftReleases = 10;
const entryOfPage = /<script type="module"[^>]*\bsrc="([^"]+)"/;

export interface ReloadOptions {
  /** The path that the user is navigating to, or is on. */
  destination(): string;
  /** Reloads at this path. */
  open?(path: string): void;
}

/** The entry script's name contains a hash of everything it imports. */
const loadedRelease = () =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Undefined if the server is unreachable. */
async function fetchCurrentRelease(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    return response.ok ? entryOfPage.exec(await response.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Marks a release as left; false if it was left before or the storage does not work. */
function markAsLeft(release: string): boolean {
  try {
    const left: string[] = JSON.parse(sessionStorage.getItem(leftKey) ?? '[]');
    if (left.includes(release)) return false;
    sessionStorage.setItem(leftKey, JSON.stringify([...left, release].slice(-maxLeftReleases)));
    return true;
  } catch {
    return false;
  }
}

function reloadAt(path: string): void {
  const here = location.pathname + location.search + location.hash;
  if (path !== here) history.pushState(null, '', path);
  location.reload();
}

let checking = false;
const listeners = new Set<() => void>();

function setChecking(now: boolean): void {
  checking = now;
  for (const listener of listeners) listener();
}

/** Watches for missing files. Returns a function that stops watching. */
export function reloadOnNewRelease({ destination, open = reloadAt }: ReloadOptions): () => void {
  const check = async () => {
    if (checking) return;
    setChecking(true);
    const [loaded, current] = [loadedRelease(), await fetchCurrentRelease()];
    if (loaded && current && loaded !== current && markAsLeft(loaded)) open(destination());
    else setChecking(false);
  };
  const onMissingFile = () => void check();
  window.addEventListener('vite:preloadError', onMissingFile);
  return () => window.removeEventListener('vite:preloadError', onMissingFile);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while it is being checked whether a missing file means a new release. */
export const useCheckingRelease = (): boolean => useSyncExternalStore(subscribe, () => checking);
