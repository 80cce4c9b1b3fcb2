/** Hive Gateway in front of the baseline subgraphs: the fastest maintained JavaScript peer. */

import { join } from 'node:path';
import type { BaselineSubgraphs } from './baseline.ts';
import type { StartedPeer } from './start-peer.ts';
import { installOnce, startPeer } from './start-peer.ts';

const folder = join(import.meta.dirname, 'hive');

/** `dedupe`: equal concurrent fetches are sent once, which is Hive's default. */
export function startHive(
  { supergraph, secret }: BaselineSubgraphs,
  { dedupe }: { dedupe: boolean },
): Promise<StartedPeer & { url: string }> {
  installOnce(folder);
  const input = JSON.stringify({ supergraph, secret, dedupe });
  return startPeer<{ url: string }>(join(folder, 'serve.mjs'), [], input);
}
