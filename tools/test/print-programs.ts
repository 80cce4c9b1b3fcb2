/** Prints which optional programs are installed; tests that need a missing one are skipped. */

import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const programs = [
  'nats-server',
  'stripe-mock',
  'mongod',
  'chromium',
  'pdfsig',
  'certutil',
  'xmllint',
];

export function printPrograms(root: string): void {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [resolve(root, '../shared/tools'), '/usr/bin', ...path];
  for (const name of programs) {
    const isInstalled = folders.some((folder) => existsSync(join(folder, name)));
    console.log(
      isInstalled ? `  found    ${name}` : `  missing  ${name}: tests that need it are skipped`,
    );
  }
}
