/**
 * `npm run supergraph`: regenerates every committed API description and reports breaking changes to the last released graph
 * and REST API. `npm run supergraph -- release` marks the current schema as released.
 */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [command, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (command !== undefined && command !== 'release')) {
  process.stderr.write('Usage: npm run supergraph [-- release]\n');
  process.exit(2);
}
const writers = [
  ['gateway/src/compose.ts', command === 'release' ? '--release' : '--write'],
  ['packages/contracts/src/event-schemas.ts', '--write'],
  ['packages/contracts/src/event-samples.ts', '--write'],
  ['services/lending/src/escrow/transition/draw-transitions.ts', '--write'],
  ['tools/diagrams/main.ts', '--write'],
] as const;
const run = (...args: string[]): number =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

let failed = 0;
for (const [file, mode] of writers) {
  const status = run(file, mode);
  failed ||= status;
}
// The committed layout is the formatter's.
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
const written = ['supergraph.graphql', 'rest.graphql', 'live.graphql', 'openapi.json', 'rest.json'];
const files = written.map((name) => join('gateway', name));
const status = run(biome, 'format', '--write', '--log-level=error', ...files);
process.exitCode = failed || status;
