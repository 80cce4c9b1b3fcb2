/** Ensures that the web app is built from the present sources: returns at once if it is, otherwise builds in a separate process. */

import { spawn } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { compileCacheFolder } from '../start/compile-cache.ts';
import { keyOfSources } from './sources.ts';
import { root } from './vite.ts';

const maxMessageCharacters = 8000;
/** A file that is saved during the build belongs into it. */
const tries = 5;

export class BuildError extends Error {
  constructor(words: string) {
    super(`The web app cannot be built.\n${words.trim()}`);
    this.name = 'BuildFailed';
  }
}

export interface BuildOptions {
  /** Called where it must be built first. */
  onBuild?(): void;
  /** Ends the build. */
  signal?: AbortSignal;
}

/** Resolves to the folder of the build. */
export async function ensureBuilt({ onBuild, signal }: BuildOptions = {}): Promise<string> {
  const present = join(root, 'web/dist', keyOfSources(root));
  if (existsSync(present)) {
    keep(present);
    return present;
  }
  onBuild?.();
  for (let at = 0; at < tries; at++) {
    const folder = await build(signal);
    if (folder !== null) return folder;
  }
  throw new BuildError('Its sources change faster than it can be built.');
}

/** The sweep leaves those that were used last. */
function keep(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // Read-only folders are left alone.
  }
}

/** Null: a source changed during the build. */
function build(signal: AbortSignal | undefined): Promise<string | null> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCacheFolder,
    NO_COLOR: '1',
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    cwd: root,
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  let words = '';
  child.stdout.on('data', (data) => (told += data));
  child.stderr.on('data', (data) => (words = (words + data).slice(-maxMessageCharacters)));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code, ended) => {
      const line = told.split('\n').find((one) => one.startsWith('{"folder"'));
      if (code === 0 && line) done(JSON.parse(line).folder);
      else reject(new BuildError(words || `The build ended with ${ended ?? code}.`));
    });
  });
}
