/** `npm run boundaries`: dependency-cruiser on our code. Its parser accepts `.tsx` only with this setting. */

import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Parser {
  parseFileSync(file: string, options: object): unknown;
}

const require = createRequire(import.meta.url);
const parser: Parser = require('@swc/core');
const parseFileSync = parser.parseFileSync.bind(parser);
parser.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

const folders = [
  'packages',
  'apps',
  'services',
  'gateway',
  'sandbox',
  'bench',
  'tools',
  'tests',
  'web/src',
  'web/build',
];
process.argv.splice(2, Infinity, '--config', '.dependency-cruiser.json', ...folders);
const tool = join(import.meta.dirname, '../node_modules/.bin/depcruise');
await import(pathToFileURL(realpathSync(tool)).href);
