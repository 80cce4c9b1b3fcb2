/** What the build of the web app reads, and a key of it: another key is another build. */

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
  // The builder's version and those of all packages.
  'package-lock.json',
];

/** Tests, what is made of the others, and what editors leave. */
const unread = /\.test\.tsx?$|\/testing\/|\.generated\.ts(\.\d+)?$|(^|\/)\.|~$/;

/** Packages of ours that the app imports. */
function ownPackages(root: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@nameloan/'))
    .map((name) => name.replace('@nameloan/', 'packages/'));
}

function filesUnder(folder: string, root: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function readSources(root: string): string[] {
  const found = [...folders, ...ownPackages(root)].flatMap((folder) => filesUnder(folder, root));
  return [...files, ...found].filter((file) => !unread.test(file)).sort();
}

/** Of names and contents, not of times: a fresh copy of the same sources has the same key. */
export function keyOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of readSources(root)) {
    const bytes = readFileSync(resolve(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 20);
}
