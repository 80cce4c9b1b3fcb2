/** Says that files have changed, once for those that are saved together. */

import type { FSWatcher } from 'node:fs';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '@nameloan/web/build/vite';

const togetherMs = 150;

export interface Watch {
  /** Folders, from the top of the repository. */
  folders: readonly string[];
  /** Which of their files count. */
  counts(file: string): boolean;
  onChange(): void;
}

/** Temporary files of editors and generators. */
const passing = /(^|\/)(\.|node_modules\/|dist\/)|~$|\.generated\.ts/;

export function watchFiles({ folders, counts, onChange }: Watch): FSWatcher[] {
  let waiting: NodeJS.Timeout | undefined;
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) =>
      watch(join(root, folder), { recursive: true }, (_event, name) => {
        const file = `${folder}/${name}`;
        if (name === null || passing.test(file) || !counts(file)) return;
        clearTimeout(waiting);
        waiting = setTimeout(onChange, togetherMs);
      }),
    );
}
