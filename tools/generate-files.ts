/**
 * `npm run generate:infra`: writes the committed files that services.json and the declarations of settings determine.
 * `--check` names those that are stale instead.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateFromServices } from './manifest/outputs.ts';
import { root } from './manifest/services.ts';

const [mode, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (mode !== '--write' && mode !== '--check')) {
  process.stderr.write('Usage: node tools/generate-files.ts --write | --check\n');
  process.exit(2);
}

function handle(file: string, content: string): void {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  if (mode === '--check') {
    process.stderr.write(`${file} is stale: run npm run generate:infra and commit it.\n`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  process.stdout.write(`${file} is written.\n`);
}

for (const [file, content] of generateFromServices()) handle(file, content);

// Only now, because the declarations import the list of services that was just written.
const { collectSettings } = await import('./settings/collect.ts');
const { renderEnvExample } = await import('./settings/env-example.ts');
const { renderReference } = await import('./settings/reference.ts');
const settings = await collectSettings();
handle('docs/reference/settings.md', renderReference(settings));
handle('.env.example', renderEnvExample(settings));
