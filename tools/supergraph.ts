/**
 * `npm run supergraph`: writes every committed description again, and names what would break of the last released graph or
 * REST API. `npm run supergraph -- release` says that what stands now is the new release.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [word, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (word !== undefined && word !== 'release')) {
  process.stderr.write('Usage: npm run supergraph [-- release]\n');
  process.exit(2);
}
const writers = [
  ['gateway/src/compose.ts', word === 'release' ? '--release' : '--write'],
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
