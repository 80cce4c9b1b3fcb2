/** The commit with which a working branch is compared. */

import { spawnSync } from 'node:child_process';
import { RangeUnknown } from '../affected/changed-files.ts';

/** Where the current branch left its upstream, or else the main branch. Throws RangeUnknown. */
export function findMergeBase(root: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const ref of ['@{upstream}', 'origin/main', 'main']) {
    const { status, stdout } = git('merge-base', 'HEAD', ref);
    if (status === 0) return stdout.trim();
  }
  throw new RangeUnknown('git knows no upstream of this branch, and no main branch.');
}
