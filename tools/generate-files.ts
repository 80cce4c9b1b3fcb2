/**
 * `npm run generate:infra`: writes the committed files that services.json and the declarations of settings determine.
 * `--check` names those that are stale instead.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateFromServices } from './manifest/outputs.ts';
import { root } from './manifest/services.ts';
import { collectSettings } from './settings/collect.ts';
import { renderEnvExample } from './settings/env-example.ts';
import { renderReference } from './settings/reference.ts';

const [mode, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (mode !== '--write' && mode !== '--check')) {
  process.stderr.write('Usage: node tools/generate-files.ts --write | --check\n');
  process.exit(2);
}

const settings = await collectSettings();
const files = new Map([
  ...generateFromServices(),
  ['docs/reference/settings.md', renderReference(settings)],
  ['.env.example', renderEnvExample(settings)],
]);
for (const [file, content] of files) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
  if (mode === '--check') {
    process.stderr.write(`${file} is stale: run npm run generate:infra and commit it.\n`);
    process.exitCode = 1;
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  process.stdout.write(`${file} is written.\n`);
}
