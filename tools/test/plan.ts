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
const maxGroupSeconds = 180;

/** Files that run in a separate process, because they take long or trace the whole process. */
const isolated =
  /^(tests|tools|bench|apps|web\/build)\/|^packages\/messaging\/|\btrace(-export)?\.test\.ts$/;

/** Files that mostly wait for time limits, leases and elections; they use a fraction of a core. */
const waiting =
  /\/(nats-cluster|nats-loss|split|crash-recovery|hanging-database|database-hangs|lease)\.heavy\.test\.ts$/;

/** One lane is theirs, so that the others stay busy. */
export const isWaiting = ({ files }: Group): boolean => files.every((file) => waiting.test(file));

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
  const nameOf = (file: string) =>
    waiting.test(file)
      ? `${groupFolder(file)} (waiting)`
      : groupFolder(file) + (readSharedProduct(join(root, file)) ?? '');
  const shared = files.filter((file) => {
    if (!isolated.test(file) || readSharedProduct(join(root, file)) !== undefined) return true;
    groups.push({ name: file, files: [file] });
    return false;
  });
  for (const [folder, grouped = []] of Map.groupBy(shared, nameOf)) {
    const bins = splitEvenly(grouped, { durations, maxSeconds: maxGroupSeconds });
    for (const [index, bin] of bins.entries()) {
      const name = bins.length === 1 ? folder : `${folder} (${index + 1} of ${bins.length})`;
      groups.push({ name, files: bin, ...(folder === 'web' ? { runner: 'jest' } : {}) });
    }
  }
  return groups;
}

/** Files that start the same product share it with the files of their process. */
const sharedProducts: Record<string, string> = {
  'setUpJourneys()': '',
  'setUpJourneys({ demo: true })': ' with demo data',
  'setUpJourneys({ movesClock: true })': ' with another clock',
  'await startSharedProcesses()': ' over many processes',
};

/** What the product adds to the name of the file's group; undefined if the file shares none. */
function readSharedProduct(path: string): string | undefined {
  if (!/\/tests\/(browser|flows)\/.*\.test\.ts$/.test(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return Object.entries(sharedProducts).find(([call]) => text.includes(call))?.[1];
}

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
