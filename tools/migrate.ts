/** Runs the migration commands of all services one after another, each with its own settings and the given arguments (`--narrow`). */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { serviceNames } from '@nameloan/contracts/platform';

for (const name of serviceNames) {
  const file = join(import.meta.dirname, '../services', name, 'src/migrate.ts');
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
