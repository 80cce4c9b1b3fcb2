/**
 * Builds the web app into `web/dist/KEY`, where KEY is the hash of its sources, and prints the folder. A separate process:
 * what the build takes of memory is given back. The folder appears whole or not at all, and one builds at a time.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { releaseLock, takeLock } from '@nameloan/runtime/file-lock';
import { paths } from '../src/app/paths.ts';
import { packFolder } from './pack.ts';
import { keyOfSources } from './sources.ts';
import { loadVite, root, viteConfig } from './vite.ts';

const dist = join(root, 'web/dist');
const lock = join(dist, 'lock');
const waitMs = 100;
/** A product that still runs on an older one keeps its files. */
const keptBuilds = 3;

async function bundle(outDir: string): Promise<void> {
  const { build } = await loadVite();
  const output = { outDir, emptyOutDir: true, reportCompressedSize: false };
  await build({ ...viteConfig, logLevel: 'error', build: output });
}

async function buildInto(folder: string): Promise<void> {
  await import('../../tools/generate/main.ts');
  await bundle(folder);
  await writeFile(join(folder, 'paths.json'), `${JSON.stringify(paths, null, 2)}\n`);
  await packFolder(folder);
}

const builds = () => readdirSync(dist).filter((name) => /^[0-9a-f]{20}$/.test(name));

const remove = (names: readonly string[]) => {
  for (const name of names) rmSync(join(dist, name), { recursive: true, force: true });
};

/** What crashes left. */
const sweepHalves = () => remove(readdirSync(dist).filter((name) => name.startsWith('new-')));

function sweepOld(): void {
  const found = builds()
    .map((name) => ({ name, atMs: statSync(join(dist, name)).mtimeMs }))
    .sort((one, other) => other.atMs - one.atMs);
  remove(found.slice(keptBuilds).map(({ name }) => name));
}

/** Null: a source was saved in between, and what was built is of neither state. */
async function build(): Promise<string | null> {
  const key = keyOfSources(root);
  const target = join(dist, key);
  if (existsSync(target)) return target;
  const fresh = join(dist, `new-${key}`);
  await buildInto(fresh);
  if (keyOfSources(root) !== key) return null;
  renameSync(fresh, target);
  return target;
}

mkdirSync(dist, { recursive: true });
while (takeLock(lock) !== undefined) await pause(waitMs);
process.once('exit', () => releaseLock(lock));
sweepHalves();
const folder = await build();
sweepOld();
process.stdout.write(`${JSON.stringify({ folder })}\n`);
process.exit(0);
