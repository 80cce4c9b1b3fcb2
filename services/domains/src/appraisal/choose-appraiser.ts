/** Selects the appraiser: the built-in one, or a module named in the settings. */

import type { Appraiser } from './appraise.ts';
import { builtInAppraiser } from './appraise.ts';

let current: Appraiser | null = null;

/** Null without one: domains then have no estimate. */
export function appraiser(): Appraiser | null {
  return current;
}

/** The domain's estimate; null without an appraiser, since a stored estimate then is of a former setting. */
export function shownAppraisal<A>({ appraisal }: { appraisal: A | null }): A | null {
  return current && appraisal;
}

/**
 * `name` is `built-in`, `none` or a module specifier (package name or file URL) whose export `appraiser` has a
 * method `appraise`. Throws when the module or the export is missing.
 */
export async function chooseAppraiser(name: string): Promise<void> {
  if (name === 'none') current = null;
  else current = name === 'built-in' ? builtInAppraiser : loadAppraiser(name, await import(name));
}

function loadAppraiser(name: string, module: Record<string, unknown>): Appraiser {
  const found = module.appraiser as Partial<Appraiser> | undefined;
  if (typeof found?.appraise === 'function') return found as Appraiser;
  throw new Error(`APPRAISER is ${name}, which exports no appraiser.`);
}
