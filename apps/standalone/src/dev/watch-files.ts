/** Watches files and reports changes, once for files that are saved together. */

import type { FSWatcher } from 'node:fs';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '@nameloan/web/build/vite';

const debounceMs = 150;

export interface WatchOptions {
  /** Folders, relative to the repository's root. */
  folders: readonly string[];
  /** Whether a change of this file is reported. */
  includes(file: string): boolean;
  onChange(): void;
}

/** Temporary files of editors and generators. */
const ignoredFiles = /(^|\/)(\.|node_modules\/|dist\/)|~$|\.generated\.ts/;

export function watchFiles({ folders, includes, onChange }: WatchOptions): FSWatcher[] {
  let timer: NodeJS.Timeout | undefined;
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) =>
      watch(join(root, folder), { recursive: true }, (_event, name) => {
        const file = `${folder}/${name}`;
        if (name === null || ignoredFiles.test(file) || !includes(file)) return;
        clearTimeout(timer);
        timer = setTimeout(onChange, debounceMs);
      }),
    );
}
