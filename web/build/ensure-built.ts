/** Ensures that the web app is built from the current sources; builds it in a separate process if needed. */

import { spawn } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { compileCacheFolder } from '@nameloan/runtime/compile-cache';
import { hashSources } from './sources.ts';
import { root } from './vite.ts';

const maxMessageCharacters = 8000;
/** A build is repeated if a source changed while it ran. */
const maxAttempts = 5;

export class BuildError extends Error {
  constructor(output: string) {
    super(`The web app cannot be built.\n${output.trim()}`);
    this.name = 'BuildError';
  }
}

export interface BuildOptions {
  /** Called before a build. */
  onBuild?(): void;
  /** Ends the build. */
  signal?: AbortSignal;
}

/** Resolves to the folder of the build. */
export async function ensureBuilt({ onBuild, signal }: BuildOptions = {}): Promise<string> {
  const current = join(root, 'web/dist', hashSources(root));
  if (existsSync(current)) {
    markAsUsed(current);
    return current;
  }
  onBuild?.();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const folder = await build(signal);
    if (folder !== null) return folder;
  }
  throw new BuildError('Its sources change faster than it can be built.');
}

/** Cleanup keeps the most recently used builds. */
function markAsUsed(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // The folder may be read-only.
  }
}

/** Resolves to null if a source changed during the build. */
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
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors = (errors + data).slice(-maxMessageCharacters)));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code, signalName) => {
      const line = output.split('\n').find((one) => one.startsWith('{"folder"'));
      if (code === 0 && line) done(JSON.parse(line).folder);
      else reject(new BuildError(errors || `The build exited with ${signalName ?? code}.`));
    });
  });
}
