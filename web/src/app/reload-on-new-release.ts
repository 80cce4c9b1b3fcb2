/**
 * A page that stays open over a new release misses files of its own. It then takes the new release, at the address where
 * the reader was going, once: not while offline, not where the page is still the same, and never in a circle.
 */

import { useSyncExternalStore } from 'react';

/** Releases that were left already; a server that gives now one and now the other must not spin the reader. */
const leftKey = 'left-releases';
const maxLeftReleases = 10;
const entryOfPage = /<script type="module"[^>]*\bsrc="([^"]+)"/;

export interface ReloadOptions {
  /** Where the reader is going, or is. */
  destination(): string;
  /** Begins anew there. */
  open?(path: string): void;
}

/** The name of its first script bears a hash of all that it leads to. */
const loadedRelease = () =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Undefined: nobody can tell now. */
async function fetchCurrentRelease(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    return answer.ok ? entryOfPage.exec(await answer.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this release may be left: the first time. Without storage nobody could tell, so never. */
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

/** Begins to watch for files that are gone; answers how to end it. */
export function reloadOnNewRelease({ destination, open = reloadAt }: ReloadOptions): () => void {
  const look = async () => {
    if (checking) return;
    setChecking(true);
    const [own, present] = [loadedRelease(), await fetchCurrentRelease()];
    if (own && present && own !== present && markAsLeft(own)) open(destination());
    else setChecking(false);
  };
  const onGone = () => void look();
  window.addEventListener('vite:preloadError', onGone);
  return () => window.removeEventListener('vite:preloadError', onGone);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a file was gone and it is not known yet if that is for a new release. */
export const useCheckingRelease = (): boolean => useSyncExternalStore(subscribe, () => checking);
