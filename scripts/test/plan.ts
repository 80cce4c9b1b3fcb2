/** Which test files run, which of them share a process, and in which order. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that run in one process, one after another; they share modules, so each is quick to begin. */
export interface Group {
  name: string;
  files: string[];
  /** Absent: Node's own. */
  runner?: 'jest';
}

/** Tests of crashes, long faults and random input: `npm run test:heavy`, and `.ci/run` after `npm test`. */
const heavy = /\.heavy\.test\.ts$/;

/** Most files of a group: small enough that two lanes end at nearly the same time. */
const filesOfGroup = 18;

/** Long enough to have a process of its own, or tracing the whole process. */
const alone = /^(tests|scripts)\/|^packages\/service\/src\/bus\/|\btrace(-export)?\.test\.ts$/;

/** A product and a browser of its own, and both have much to do. */
export const hasBrowser = ({ name }: Group): boolean => /^tests\/browser\//.test(name);

/** A module that waits while it loads defines its tests too late for a suite around it. */
const waits = /^(?!.*\basync\b)\S.*\bawait /m;

export function findTestFiles(root: string, wanted: { heavy: boolean }): string[] {
  const patterns = [
    '{packages,services,gateway,sandbox,scripts,tests}/**/*.test.ts',
    'web/src/**/*.test.{ts,tsx}',
  ];
  return globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .filter((file) => heavy.test(file) === wanted.heavy)
    .sort();
}

export function groupFiles(files: readonly string[], root: string): Group[] {
  const web = files.filter(isWeb);
  const others = files.filter((file) => !isWeb(file));
  const mayShare = (file: string) =>
    !alone.test(file) && !waits.test(readFileSync(join(root, file), 'utf8'));
  const shared = others.filter(mayShare);
  const groups: Group[] = others
    .filter((file) => !shared.includes(file))
    .map((file) => ({ name: file, files: [file] }));
  if (web.length > 0) groups.push({ name: 'web', files: web, runner: 'jest' });
  for (const [part, those] of Map.groupBy(shared, partOf)) {
    const count = Math.ceil((those?.length ?? 0) / filesOfGroup);
    for (let at = 0; at < count; at++) {
      const name = count === 1 ? part : `${part} (${at + 1} of ${count})`;
      groups.push({ name, files: (those ?? []).filter((_, index) => index % count === at) });
    }
  }
  return groups;
}

const isWeb = (file: string) => file.startsWith('web/');

/** `services/lending` of `services/lending/src/offer/offers.test.ts`; `gateway` of `gateway/src/app.test.ts`. */
function partOf(file: string): string {
  const [top = '', name = ''] = file.split('/');
  return top === 'packages' || top === 'services' ? `${top}/${name}` : top;
}

/** Seconds that each group took the last time, by name. */
export type Times = Record<string, number>;

const timesFile = 'node_modules/.cache/nameloan/test-times.json';

export function readTimes(root: string): Times {
  try {
    return JSON.parse(readFileSync(join(root, timesFile), 'utf8'));
  } catch {
    return {};
  }
}

export const timesPath = (root: string) => join(root, timesFile);

/** Longest first, so that no lane is left with a long one at the end; what has not run yet counts as long. */
export function longestFirst(groups: readonly Group[], times: Times): Group[] {
  const expected = ({ name }: Group) => times[name] ?? (name.startsWith('tests/flows') ? 1e6 : 1e3);
  return groups.toSorted((one, other) => expected(other) - expected(one));
}
