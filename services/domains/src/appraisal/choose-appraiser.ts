/** Selects the appraiser: the built-in one, or a module named in the settings. */

import type { Appraiser } from './appraise.ts';
import { builtInAppraiser } from './appraise.ts';

let current: Appraiser = builtInAppraiser;

export function appraiser(): Appraiser {
  return current;
}

/**
 * `name` is `built-in` or a module specifier (package name or file URL) whose export `appraiser` has a
 * method `appraise`. Throws when the module or the export is missing.
 */
export async function chooseAppraiser(name: string): Promise<void> {
  current = name === 'built-in' ? builtInAppraiser : loadAppraiser(name, await import(name));
}

function loadAppraiser(name: string, module: Record<string, unknown>): Appraiser {
  const found = module.appraiser as Partial<Appraiser> | undefined;
  if (typeof found?.appraise === 'function') return found as Appraiser;
  throw new Error(`APPRAISER is ${name}, which exports no appraiser.`);
}
