/** The commonest passwords, read once; docs of the list are at its beginning. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let passwords: ReadonlySet<string> | undefined;

/** `password` is normalised and in lower case. */
export function isCommonPassword(password: string): boolean {
  passwords ??= readList();
  return passwords.has(password);
}

function readList(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !/^#( |$)/.test(line));
  return new Set(lines);
}
