/**
 * `npm run supergraph`: regenerates every committed API description and reports breaking changes to the last released graph
 * and REST API. `npm run supergraph -- release` marks the current schema as released.
 */

import { spawnSync } from 'node:child_process';
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
let failed = 0;
for (const [file, mode] of writers) {
  const { status } = spawnSync(process.execPath, [file, mode], { cwd: root, stdio: 'inherit' });
  failed ||= status ?? 1;
}
process.exitCode = failed;
