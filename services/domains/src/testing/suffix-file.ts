/** A suffix file for tests. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes the included rows without one suffix to a file that is removed when the process ends; returns its path. */
export function suffixFileWithout(suffix: string): string {
  const included = new URL('../suffix/suffixes.json', import.meta.url);
  const file = JSON.parse(readFileSync(included, 'utf8')) as { suffixes: { suffix: string }[] };
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-suffixes-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'suffixes.json');
  const suffixes = file.suffixes.filter((row) => row.suffix !== suffix);
  writeFileSync(path, JSON.stringify({ ...file, suffixes }));
  return path;
}
