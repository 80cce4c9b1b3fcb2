/** A copy of this repository's files for tests that change them, with the dependencies of the original. */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const ourScope = 'node_modules/@nameloan';

/** Returns the folder of the copy. Imports of our own packages lead to the copy, all others to the original's dependencies. */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'nameloan-copy-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\n'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  mkdirSync(join(copy, ourScope), { recursive: true });
  // These links are relative: `../../packages/contracts`.
  for (const name of readdirSync(join(root, ourScope)))
    symlinkSync(readlinkSync(join(root, ourScope, name)), join(copy, ourScope, name));
  for (const path of [
    ...readdirSync(join(root, 'node_modules')).map((name) => join('node_modules', name)),
    ...globSync('packages/*/node_modules', { cwd: root }),
  ]) {
    if (path === ourScope) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    symlinkSync(join(root, path), join(copy, path));
  }
  return copy;
}
