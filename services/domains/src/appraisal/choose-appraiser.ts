/** Which appraiser the service estimates with: the built-in one, or a module that the settings name. */

import type { Appraiser } from './appraise.ts';
import { builtInAppraiser } from './appraise.ts';

let current: Appraiser = builtInAppraiser;

export function appraiser(): Appraiser {
  return current;
}

/**
 * `name`: `built-in`, or what an import takes (a package's name, or a file URL), whose export
 * `appraiser` has the method `appraise`. Throws when there is no such module or export.
 */
export async function chooseAppraiser(name: string): Promise<void> {
  current = name === 'built-in' ? builtInAppraiser : loadAppraiser(name, await import(name));
}

function loadAppraiser(name: string, module: Record<string, unknown>): Appraiser {
  const found = module.appraiser as Partial<Appraiser> | undefined;
  if (typeof found?.appraise === 'function') return found as Appraiser;
  throw new Error(`APPRAISER is ${name}, which exports no appraiser.`);
}
