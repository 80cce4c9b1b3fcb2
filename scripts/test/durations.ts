/** How long each test file took when it was last recorded: committed, so that a new machine plans with it too. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds by test file. */
export type Durations = Record<string, number>;

const durationsFile = 'scripts/test/durations.json';

/** A file that has no record: a product starts for those of `tests/`. */
const defaultSeconds = (file: string) => (file.startsWith('tests/') ? 60 : 1);

export function readDurations(root: string): Durations {
  return JSON.parse(readFileSync(join(root, durationsFile), 'utf8'));
}

export function expectedSeconds(files: readonly string[], durations: Durations): number {
  return files.reduce((sum, file) => sum + (durations[file] ?? defaultSeconds(file)), 0);
}

/** Keeps what did not run this time; `exists` drops files that are gone. */
export function recordDurations(
  root: string,
  measured: Durations,
  exists: (file: string) => boolean,
): void {
  const rounded = Object.entries(measured).map(([file, seconds]) => {
    return [file, Math.round(seconds * 10) / 10] as const;
  });
  const entries = Object.entries({ ...readDurations(root), ...Object.fromEntries(rounded) })
    .filter(([file]) => exists(file))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(entries), null, 2);
  writeFileSync(join(root, durationsFile), `${text}\n`);
}
