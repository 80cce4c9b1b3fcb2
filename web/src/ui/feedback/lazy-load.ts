/** Code that is fetched later: where the server cannot be reached it is waited for; the reader stays where he is, and is told. */

import type { ComponentType } from 'react';
import { lazy } from 'react';
import { showBanner } from './banner.ts';

const retryDelayMs = 2_000;
const away = 'Nameloan cannot be reached. We try again by ourselves.';

/** Any answer will do: what is asked is whether somebody is there. */
async function isServerReachable(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

function waitForRetry(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, retryDelayMs);
    window.addEventListener('online', end);
  });
}

async function waitForServer(): Promise<void> {
  if (await isServerReachable()) return;
  showBanner('red', away);
  do await waitForRetry();
  while (!(await isServerReachable()));
}

/** A file that a server is there for and that fails twice is no matter of waiting: that error is thrown. */
export async function loadWhenReachable<Part>(fetchIt: () => Promise<Part>): Promise<Part> {
  try {
    return await fetchIt();
  } catch {
    await waitForServer();
    return fetchIt();
  }
}

/** A component within a screen, fetched when it is first drawn; it stands within `Suspense`. */
export const lazyComponent = <Props>(fetchIt: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWhenReachable(fetchIt) }));
