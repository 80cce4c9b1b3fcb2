/** The files that a commit, a range or the uncommitted work changes, according to git. */

import { spawnSync } from 'node:child_process';

/** Thrown if git cannot compare, so that nothing is left out of a build by mistake. */
export class UnknownRangeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnknownRangeError';
  }
}

/**
 * `range`: `BASE` (everything that differs from it now, uncommitted files included), or git's `BASE..END` and
 * `BASE...END`. A moved file is listed under both paths. Throws UnknownRangeError.
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

function git(root: string, args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.split('\0').filter((one) => one !== '');
  throw new UnknownRangeError(`git cannot compare: ${String(stderr).trim().split('\n')[0]}`);
}
