/** Writes a generated file only if it changed, and atomically, because servers, tests and builds may read it. */

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export function writeIfChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
