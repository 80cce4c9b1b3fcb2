/** Hive Gateway in front of the baseline subgraphs: the fastest maintained JavaScript peer. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineSubgraphs } from './baseline.ts';
import type { StartedPeer } from './start-peer.ts';
import { installOnce, startPeer } from './start-peer.ts';

const folder = join(import.meta.dirname, 'hive');

/** The committed supergraph with the URLs of these subgraphs. */
function withSubgraphUrls(urls: Record<string, string>): string {
  let sdl = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
  for (const [name, url] of Object.entries(urls))
    sdl = sdl.replace(new RegExp(`(name: "${name}", url: ")[^"]*`), `$1${url}`);
  return sdl;
}

/** `dedupe`: equal concurrent fetches are sent once, which is Hive's default. */
export function startHive(
  { urls, secret }: BaselineSubgraphs,
  { dedupe }: { dedupe: boolean },
): Promise<StartedPeer & { url: string }> {
  installOnce(folder);
  const input = JSON.stringify({ supergraph: withSubgraphUrls(urls), secret, dedupe });
  return startPeer<{ url: string }>(join(folder, 'serve.mjs'), [], input);
}
