/** Plans a test run: which files run, which share a process, and in which order. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Durations } from './durations.ts';
import { expectedSeconds } from './durations.ts';

/** Files that run one after another in one process, which loads shared modules only once. */
export interface Group {
  name: string;
  files: string[];
  /** Absent for Node's test runner. */
  runner?: 'jest';
}

/** Tests of crashes, long faults and random input: `npm run test:heavy`, and `.ci/run` after `npm test`. */
export const isHeavy = (file: string): boolean => /\.heavy\.test\.ts$/.test(file);

/**
 * Short enough that the lanes end at nearly the same time, but not shorter: each group loads its modules again, which
 * takes three seconds of processor time, or starts another product and browser.
 */
const maxGroupSeconds = 120;

/** Files that run in a separate process, because they take long or trace the whole process. */
const isolated =
  /^(tests|tools|bench|apps|web\/build)\/|^packages\/messaging\/|\btrace(-export)?\.test\.ts$/;

/** A product and a browser together keep a core busy. */
export const hasBrowser = ({ name }: Group): boolean => /^tests\/browser\b/.test(name);

export function findTestFiles(root: string, options: { heavy: boolean }): string[] {
  const patterns = [
    '{packages,apps,services,gateway,sandbox,bench,tools,tests}/**/*.test.ts',
    'web/build/**/*.test.ts',
    'web/src/**/*.test.{ts,tsx}',
  ];
  return globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .filter((file) => isHeavy(file) === options.heavy)
    .sort();
}

export function groupFiles(
  files: readonly string[],
  { root, durations }: { root: string; durations: Durations },
): Group[] {
  const groups: Group[] = [];
  const shared = files.filter((file) => {
    if (!isolated.test(file) || usesSharedProduct(join(root, file))) return true;
    groups.push({ name: file, files: [file] });
    return false;
  });
  for (const [folder, grouped = []] of Map.groupBy(shared, groupFolder)) {
    const bins = splitEvenly(grouped, { durations, maxSeconds: maxGroupSeconds });
    for (const [index, bin] of bins.entries()) {
      const name = bins.length === 1 ? folder : `${folder} (${index + 1} of ${bins.length})`;
      groups.push({ name, files: bin, ...(folder === 'web' ? { runner: 'jest' } : {}) });
    }
  }
  return groups;
}

/** Browser journeys without options share the product and the browser of their process. */
const usesSharedProduct = (path: string) => readFileSync(path, 'utf8').includes('setUpJourneys()');

/** Assigns the files, longest first, each to the shortest group so far. */
function splitEvenly(
  files: readonly string[],
  { durations, maxSeconds }: { durations: Durations; maxSeconds: number },
): string[][] {
  const seconds = (file: string) => expectedSeconds([file], durations);
  const needed = Math.max(1, Math.ceil(expectedSeconds(files, durations) / maxSeconds));
  const count = Math.min(files.length, needed);
  const bins = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((one, other) => seconds(other) - seconds(one))) {
    const bin = bins.reduce((shortest, one) => (one.seconds < shortest.seconds ? one : shortest));
    bin.files.push(file);
    bin.seconds += seconds(file);
  }
  return bins.map((bin) => bin.files.sort());
}

/** `services/lending` of `services/lending/src/offer/offers.test.ts`; `gateway` of `gateway/src/app.test.ts`. */
function groupFolder(file: string): string {
  const [top = '', name = ''] = file.split('/');
  return ['packages', 'services', 'tests'].includes(top) ? `${top}/${name}` : top;
}

/** Orders groups so that no lane starts a long one at the end. */
export function sortByDuration(groups: readonly Group[], durations: Durations): Group[] {
  const expected = ({ files }: Group) => expectedSeconds(files, durations);
  return groups.toSorted((one, other) => expected(other) - expected(one));
}
