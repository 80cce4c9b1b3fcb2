/** Writes what is generated: whole or not at all, for servers, tests and builds read it meanwhile, and only where it changed. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export function writeIfNew(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}
