/** Hive Gateway before the frozen subgraphs: the fastest kept JavaScript peer. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineSubgraphs } from './baseline.ts';
import type { StartedPeer } from './start-peer.ts';
import { installIn, startPeer } from './start-peer.ts';

const folder = join(import.meta.dirname, 'hive');

/** The supergraph of lending and domains as it is committed, with the addresses of these subgraphs. */
function supergraphOf(urls: Record<string, string>): string {
  let sdl = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
  for (const [name, url] of Object.entries(urls))
    sdl = sdl.replace(new RegExp(`(name: "${name}", url: ")[^"]*`), `$1${url}`);
  return sdl;
}

/** `dedupe`: concurrent equal fetches are shared, Hive's default. */
export function startHive(
  { urls, secret }: BaselineSubgraphs,
  { dedupe }: { dedupe: boolean },
): Promise<StartedPeer & { url: string }> {
  installIn(folder);
  const given = JSON.stringify({ supergraph: supergraphOf(urls), secret, dedupe });
  return startPeer<{ url: string }>(join(folder, 'serve.mjs'), [], given);
}
