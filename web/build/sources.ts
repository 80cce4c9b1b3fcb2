/** The sources of the web app's build and their hash, which identifies the build. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const folders = ['web/src', 'web/public', 'tools/generate', 'web/build'];
const files = [
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/tsconfig.json',
  'tsconfig.json',
  'tools/generate/main.ts',
  'gateway/supergraph.graphql',
  'gateway/src/supergraph.ts',
  'gateway/live.graphql',
  'gateway/src/live/schema.ts',
  // Versions of Vite and all packages.
  'package-lock.json',
];

/** Tests, generated files, and temporary files of editors. */
const ignored = /\.test\.tsx?$|\/testing\/|\.generated\.ts(\.\d+)?$|(^|\/)\.|~$/;

/** Folders of our packages that the app imports. */
function listOwnPackages(root: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@nameloan/'))
    .map((name) => name.replace('@nameloan/', 'packages/'));
}

function listFiles(folder: string, root: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function listSources(root: string): string[] {
  const listed = [...folders, ...listOwnPackages(root)].flatMap((folder) =>
    listFiles(folder, root),
  );
  return [...files, ...listed].filter((file) => !ignored.test(file)).sort();
}

/** Hash of names and contents without modification times, so that a copy of the sources has the same hash. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of listSources(root)) {
    const bytes = readFileSync(resolve(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 20);
}
