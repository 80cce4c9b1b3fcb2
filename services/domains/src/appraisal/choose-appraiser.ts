/** Which appraiser the service estimates with: the built-in one, or a module that the settings name. */

import type { Appraiser } from './appraise.ts';
import { builtInAppraiser } from './appraise.ts';

let chosen: Appraiser = builtInAppraiser;

export function appraiser(): Appraiser {
  return chosen;
}

/**
 * `name`: `built-in`, or what an import takes (a package's name, or a file URL), whose export
 * `appraiser` has the method `appraise`. Throws when there is no such module or export.
 */
export async function chooseAppraiser(name: string): Promise<void> {
  chosen = name === 'built-in' ? builtInAppraiser : readAppraiser(name, await import(name));
}

function readAppraiser(name: string, module: Record<string, unknown>): Appraiser {
  const found = module.appraiser as Partial<Appraiser> | undefined;
  if (typeof found?.appraise === 'function') return found as Appraiser;
  throw new Error(`APPRAISER is ${name}, which exports no appraiser.`);
}
