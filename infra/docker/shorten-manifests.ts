/**
 * A step of the image build: removes from every package.json what does not affect the installation and, unless
 * `--tools` is given, the development dependencies, also from the lock file.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';

const manifests = [
  'package.json',
  '*/package.json',
  'packages/*/package.json',
  'apps/*/package.json',
  'services/*/package.json',
];
const keepsTools = process.argv.includes('--tools');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content));

for (const file of globSync(manifests)) {
  const { scripts: _, ...manifest } = read(file);
  if (!keepsTools) delete manifest.devDependencies;
  write(file, manifest);
}

if (!keepsTools) {
  const lock = read('package-lock.json');
  for (const [place, entry] of Object.entries<Record<string, unknown>>(lock.packages)) {
    delete entry.devDependencies;
    if (entry.dev === true) delete lock.packages[place];
  }
  write('package-lock.json', lock);
}
