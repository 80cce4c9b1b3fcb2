/** Lazy loading of code. If the server is unreachable, it waits for it; the user stays on the page. */

import type { ComponentType } from 'react';
import { lazy } from 'react';
import { waitForServer } from './reachability.ts';

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
