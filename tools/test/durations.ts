/** Recorded durations of test files, committed so that a new machine can plan with them. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds by test file. */
export type Durations = Record<string, number>;

const durationsFile = 'tools/test/durations.json';

/** Estimate for a file without a record: most heavy tests and those under `tests/` start a product. */
function defaultSeconds(file: string): number {
  return file.endsWith('.heavy.test.ts') || file.startsWith('tests/') ? 30 : 1;
}

export function readDurations(root: string): Durations {
  return JSON.parse(readFileSync(join(root, durationsFile), 'utf8'));
}

export function expectedSeconds(files: readonly string[], durations: Durations): number {
  return files.reduce((sum, file) => sum + (durations[file] ?? defaultSeconds(file)), 0);
}

/** Keeps the records of files that did not run, and drops those of deleted files. */
export function recordDurations(root: string, measured: Durations): void {
  const rounded = Object.entries(measured).map(([file, seconds]) => {
    return [file, Math.round(seconds * 10) / 10] as const;
  });
  const entries = Object.entries({ ...readDurations(root), ...Object.fromEntries(rounded) })
    .filter(([file]) => existsSync(join(root, file)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(entries), null, 2);
  writeFileSync(join(root, durationsFile), `${text}\n`);
}
