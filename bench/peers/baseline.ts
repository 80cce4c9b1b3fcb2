/** The baseline: this code at the last commit before the performance work, taken from the history, with its subgraphs. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StartedPeer } from './start-peer.ts';
import { installIn, startPeer } from './start-peer.ts';

/** The last commit before "As fast as the machine allows". */
const commit = 'f56d44cbf08d90e153d7917ccf577c4a809deb5c';
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.bench', `frozen-${commit.slice(0, 10)}`);
const parts = ['packages', 'services', 'gateway', 'sandbox', 'web', 'package.json'];

/** Throws with a sentence where this copy of the repository has no such history. */
function bringFrozen(): void {
  if (existsSync(join(folder, 'package.json'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const given = { cwd: root, maxBuffer: 256 * 1024 * 1024 };
  try {
    const packed = execFileSync(
      'git',
      ['archive', commit, ...parts, 'package-lock.json', '.npmrc'],
      given,
    );
    execFileSync('tar', ['-x', '-C', folder], { input: packed });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `the frozen reference is commit ${commit}, which needs the whole history: git fetch --unshallow`,
      { cause: error },
    );
  }
}

export interface BaselineSubgraphs extends StartedPeer {
  /** Of each subgraph. */
  urls: Record<string, string>;
  /** The secret that its endpoints accept. */
  secret: string;
}

export async function startBaselineSubgraphs(mongoUrl: string): Promise<BaselineSubgraphs> {
  bringFrozen();
  installIn(folder, ['--omit=dev']);
  const script = join(folder, 'scripts', 'serve-subgraphs.mjs');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'frozen/serve-subgraphs.mjs'), script);
  return startPeer<{ urls: Record<string, string>; secret: string }>(script, [mongoUrl]);
}
