/**
 * Finds the files that a source file loads, directly or transitively, from the relative paths in its text and from its
 * imports of the packages that only tests and measurements use.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `import … from './x.ts'`, `import('./x.ts')` and `new URL('./x.ts', import.meta.url)` alike. */
const relativePath = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;

const helperImport = /['"]@nameloan\/(driver|demo|testkit)\/([\w/-]+)['"]/g;

/** Returns paths relative to the root, including the file; imports of other packages are not followed. */
export function findImportClosure(file: string, root: string): Set<string> {
  const closure = new Set([file]);
  // Iteration of a Set includes the elements that are added during the loop.
  for (const one of closure) {
    if (!/\.(ts|tsx|mjs)$/.test(one)) continue;
    const text = readFileSync(join(root, one), 'utf8');
    const relative = [...text.matchAll(relativePath)].map(([, path = '']) =>
      join(dirname(one), path),
    );
    const helpers = [...text.matchAll(helperImport)].map(([, name = '', key = '']) =>
      resolveExport(join('packages', name), `./${key}`, root),
    );
    for (const target of [...relative, ...helpers])
      if (isFile(join(root, target))) closure.add(target);
  }
  return closure;
}

function resolveExport(folder: string, key: string, root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return join(folder, manifest.exports[key] ?? '');
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
