/** Lazy loading of code. If the server is unreachable, it shows a banner and waits; the user stays on the page. */

import type { ComponentType } from 'react';
import { lazy } from 'react';
import { showBanner } from './banner.ts';

const retryDelayMs = 2_000;
const unreachable = 'Nameloan can’t be reached. Retrying automatically.';

/** Any response counts. */
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
  showBanner('red', unreachable);
  do await waitForRetry();
  while (!(await isServerReachable()));
}

/** Loads a module. If it fails although the server is reachable, the error of the second attempt is thrown. */
export async function loadWhenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await waitForServer();
    return load();
  }
}

/** A component that loads its code on first render. Needs a `Suspense` around it. */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWhenReachable(load) }));
