/** The baseline subgraphs: this repository at the last commit before the performance work, extracted from the history. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StartedPeer } from './start-peer.ts';
import { installOnce, startPeer } from './start-peer.ts';

/** The last commit before "As fast as the machine allows". */
const commit = 'f56d44cbf08d90e153d7917ccf577c4a809deb5c';
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.bench', `baseline-${commit.slice(0, 10)}`);
const paths = ['packages', 'services', 'gateway', 'sandbox', 'web', 'package.json'];

/** Throws if this clone does not have the commit. */
function extractBaseline(): void {
  if (existsSync(join(folder, 'package.json'))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = { cwd: root, maxBuffer: 256 * 1024 * 1024 };
  try {
    const archive = execFileSync(
      'git',
      ['archive', commit, ...paths, 'package-lock.json', '.npmrc'],
      options,
    );
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `The baseline is commit ${commit}, which this clone lacks: run git fetch --unshallow.`,
      { cause: error },
    );
  }
}

export interface BaselineSubgraphs extends StartedPeer {
  /** URLs by subgraph. */
  urls: Record<string, string>;
  /** The secret that its endpoints accept. */
  secret: string;
  /** Its supergraph with these URLs. */
  supergraph: string;
}

function readSupergraph(urls: Record<string, string>): string {
  let sdl = readFileSync(join(folder, 'gateway', 'supergraph.graphql'), 'utf8');
  for (const [name, url] of Object.entries(urls))
    sdl = sdl.replace(new RegExp(`(name: "${name}", url: ")[^"]*`), `$1${url}`);
  return sdl;
}

export async function startBaselineSubgraphs(mongoUrl: string): Promise<BaselineSubgraphs> {
  extractBaseline();
  installOnce(folder, ['--omit=dev']);
  const script = join(folder, 'scripts', 'serve-subgraphs.mjs');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'baseline-subgraphs/serve-subgraphs.mjs'), script);
  type Ready = Pick<BaselineSubgraphs, 'urls' | 'secret'>;
  const started = await startPeer<Ready>(script, [mongoUrl]);
  return { ...started, supergraph: readSupergraph(started.urls) };
}
