/**
 * Builds the web app into `web/dist/KEY`, where KEY is the hash of its sources, and prints the folder. Runs in a separate
 * process, so that its memory is released. The folder is created atomically, and only one build runs at a time.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { releaseLock, takeLock } from '@nameloan/runtime/file-lock';
import { paths } from '../src/app/paths.ts';
import { compressFolder } from './compress-folder.ts';
import { hashSources } from './sources.ts';
import { loadVite, root, viteConfig } from './vite.ts';

const dist = join(root, 'web/dist');
const lock = join(dist, 'lock');
const lockRetryMs = 100;
/** More than one, because a running product may still serve an older build. */
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
  await compressFolder(folder);
}

const listBuilds = () => readdirSync(dist).filter((name) => /^[0-9a-f]{20}$/.test(name));

const remove = (names: readonly string[]) => {
  for (const name of names) rmSync(join(dist, name), { recursive: true, force: true });
};

/** Removes partial builds that a crash left. */
const removePartialBuilds = () =>
  remove(readdirSync(dist).filter((name) => name.startsWith('new-')));

function removeOldBuilds(): void {
  const newestFirst = listBuilds()
    .map((name) => ({ name, atMs: statSync(join(dist, name)).mtimeMs }))
    .sort((one, other) => other.atMs - one.atMs);
  remove(newestFirst.slice(keptBuilds).map(({ name }) => name));
}

/** Resolves to null if a source was saved during the build, which then mixes both states. */
async function build(): Promise<string | null> {
  const key = hashSources(root);
  const target = join(dist, key);
  if (existsSync(target)) return target;
  const temporary = join(dist, `new-${key}`);
  await buildInto(temporary);
  if (hashSources(root) !== key) return null;
  renameSync(temporary, target);
  return target;
}

mkdirSync(dist, { recursive: true });
while (takeLock(lock) !== undefined) await pause(lockRetryMs);
process.once('exit', () => releaseLock(lock));
removePartialBuilds();
const folder = await build();
removeOldBuilds();
process.stdout.write(`${JSON.stringify({ folder })}\n`);
process.exit(0);
