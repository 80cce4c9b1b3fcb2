/** The files that a commit, a range or the uncommitted work changes, according to git. */

import { spawnSync } from 'node:child_process';

/** What git cannot compare is no answer: nothing may be left out of a build by mistake. */
export class RangeUnknown extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RangeUnknown';
  }
}

/**
 * `range`: `BASE` (all that differs from it now, also what is not committed), or `BASE..END` and `BASE...END` as git
 * reads them. A file that was moved counts at both places. Throws RangeUnknown.
 */
export function changedFiles(root: string, range: string): string[] {
  const open = !range.includes('..');
  return [
    ...new Set([
      ...git(root, ['diff', '--name-only', '--no-renames', '-z', range, '--']),
      ...(open ? git(root, ['ls-files', '--others', '--exclude-standard', '-z']) : []),
    ]),
  ].sort();
}

function git(root: string, words: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.split('\0').filter((one) => one !== '');
  throw new RangeUnknown(`git cannot tell what changed: ${String(stderr).trim().split('\n')[0]}`);
}
