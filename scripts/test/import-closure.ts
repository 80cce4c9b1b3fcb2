/** Which files a source file loads, directly or through others: by the relative paths in its text. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `import … from './x.ts'`, `import('./x.ts')` and `new URL('./x.ts', import.meta.url)` alike. */
const relativePath = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;

/** Paths from the root, the file itself included; what a package's name stands for is not followed. */
export function importClosure(file: string, root: string): Set<string> {
  const found = new Set([file]);
  // A set that grows during the walk is walked to its new end.
  for (const one of found) {
    if (!/\.(ts|tsx|mjs)$/.test(one)) continue;
    for (const [, path = ''] of readFileSync(join(root, one), 'utf8').matchAll(relativePath)) {
      const target = join(dirname(one), path);
      if (isFile(join(root, target))) found.add(target);
    }
  }
  return found;
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
