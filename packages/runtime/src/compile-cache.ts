/** Stores compiled modules next to the dependencies, which makes the next start faster, also of child processes. */

import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

/** Node's own setting names another. */
export const compileCacheFolder =
  process.env.NODE_COMPILE_CACHE ??
  resolve(import.meta.dirname, '../../../node_modules/.cache/nameloan');

enableCompileCache(compileCacheFolder);
