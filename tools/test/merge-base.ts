/** Finds the commit that a branch is compared with. */

import { spawnSync } from 'node:child_process';
import { UnknownRangeError } from '../affected/changed-files.ts';

/** Returns the merge base with the upstream branch, or else with the main branch. Throws UnknownRangeError. */
export function findMergeBase(root: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const ref of ['@{upstream}', 'origin/main', 'main']) {
    const { status, stdout } = git('merge-base', 'HEAD', ref);
    if (status === 0) return stdout.trim();
  }
  throw new UnknownRangeError(
    'This branch has no upstream, and there is no main branch to compare with.',
  );
}
