/** Finds the files that a source file loads, directly or transitively, from the relative paths in its text. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `import … from './x.ts'`, `import('./x.ts')` and `new URL('./x.ts', import.meta.url)` alike. */
const relativePath = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;

/** Returns paths relative to the root, including the file; package imports are not followed. */
export function findImportClosure(file: string, root: string): Set<string> {
  const closure = new Set([file]);
  // Iteration of a Set includes the elements that are added during the loop.
  for (const one of closure) {
    if (!/\.(ts|tsx|mjs)$/.test(one)) continue;
    for (const [, path = ''] of readFileSync(join(root, one), 'utf8').matchAll(relativePath)) {
      const target = join(dirname(one), path);
      if (isFile(join(root, target))) closure.add(target);
    }
  }
  return closure;
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
