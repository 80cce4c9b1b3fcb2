/**
 * The demo data for tests: the first test of a run that needs it loads it through the API, which takes 40 s of processor
 * time; the others copy its data folder. Each product still has a separate folder.
 */

import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { releaseLock, takeLock } from '@nameloan/runtime/file-lock';

const pollMs = 500;

/**
 * Copies the demo data of this run into `folder`; resolves to false outside a run of `npm test`, which has no folder for
 * it. `load` starts a product with the demo data on a folder, and stops it.
 */
export async function copyDemoData(
  folder: string,
  load: (folder: string) => Promise<void>,
): Promise<boolean> {
  const runFolder = process.env.TEST_RUN_FOLDER;
  if (!runFolder) return false;
  const prepared = join(runFolder, 'demo');
  await prepareOnce(prepared, load);
  cpSync(prepared, folder, { recursive: true });
  return true;
}

/** One process loads, the others wait; if it fails or is killed, the next one loads again. */
async function prepareOnce(
  prepared: string,
  load: (folder: string) => Promise<void>,
): Promise<void> {
  const lock = `${prepared}.lock`;
  const loading = `${prepared}.loading`;
  while (!existsSync(prepared)) {
    if (takeLock(lock) !== undefined) {
      await pause(pollMs);
      continue;
    }
    try {
      if (existsSync(prepared)) return;
      rmSync(loading, { recursive: true, force: true });
      await load(loading);
      renameSync(loading, prepared);
    } finally {
      releaseLock(lock);
    }
  }
}
