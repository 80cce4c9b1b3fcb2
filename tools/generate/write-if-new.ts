/** Writes a generated file atomically, because servers, tests and builds may read it, and only if it changed. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export function writeIfNew(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
