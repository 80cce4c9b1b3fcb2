/**
 * `npm test`: the checks and every test, side by side; ends with the counts. `npm test -- FILE…` runs
 * those files alone, and `--heavy` the tests of crashes, long faults and random input.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { compileCacheFolder } from './start/compile-cache.ts';
import { runChecks } from './test/checks.ts';
import type { Group } from './test/plan.ts';
import {
  findTestFiles,
  groupFiles,
  hasBrowser,
  longestFirst,
  readTimes,
  timesPath,
} from './test/plan.ts';
import { runGroup } from './test/run-group.ts';
import { runJest } from './test/run-jest.ts';
import { ensureBuilt } from './web-app/ensure-built.ts';

const root = resolve(import.meta.dirname, '..');
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
// Every process that a test starts finds its modules compiled.
process.env.NODE_COMPILE_CACHE ??= compileCacheFolder;

/** Programs that some tests use where they are; each missing one is named, and its tests skip with that reason. */
const programs = [
  'nats-server',
  'stripe-mock',
  'mongod',
  'chromium',
  'pdfsig',
  'certutil',
  'xmllint',
];

function namePrograms(): void {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = [resolve(root, '../shared/tools'), '/usr/bin', ...path];
  for (const name of programs) {
    const found = folders.some((folder) => existsSync(join(folder, name)));
    console.log(
      found ? `  found    ${name}` : `  missing  ${name}: tests that need it are skipped`,
    );
  }
}

async function check(): Promise<void> {
  for (const { name, passed } of await runChecks(root)) {
    counts[passed ? 'passed' : 'failed']++;
    if (!passed) failures.push(name);
  }
}

/** The web's documents as code: what cannot be made is told, and fails whatever stands on it. */
function generateDocuments(): void {
  const { status } = spawnSync(process.execPath, ['scripts/generate-types.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) return;
  counts.failed++;
  failures.push('generated types and documents');
}

/** Tests that start the product by its command: built here once, and each of them finds it. */
const needsWeb = /^(scripts|tests\/(flows|browser))\//;

async function buildWeb(): Promise<void> {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error((error as Error).message);
    counts.failed++;
    failures.push('build of the web app');
  }
}

async function runAll(groups: Group[]): Promise<void> {
  generateDocuments();
  if (groups.some(({ files }) => files.some((file) => needsWeb.test(file)))) await buildWeb();
  const times = readTimes(root);
  const waiting = longestFirst(groups, times);
  const take = (takes: (group: Group) => boolean) => {
    const at = waiting.findIndex(takes);
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  const lane = async (takes: (group: Group) => boolean) => {
    for (let group = take(takes); group; group = take(takes)) {
      const run = group.runner === 'jest' ? runJest : runGroup;
      const result = await run(group, root);
      console.log(result.output.trimEnd());
      counts.passed += result.passed;
      counts.failed += result.failed;
      counts.skipped += result.skipped;
      failures.push(...result.failures);
      times[group.name] = Math.round(result.seconds * 10) / 10;
    }
  };
  // Groups wait as often as they reckon; the heavy ones, and those with a browser, fill their cores.
  const cores = availableParallelism();
  const more = heavy ? 1 : 2;
  await Promise.all([
    ...Array.from({ length: cores }, () => lane(() => true)),
    ...Array.from({ length: more }, () => lane((group) => !hasBrowser(group))),
  ]);
  mkdirSync(dirname(timesPath(root)), { recursive: true });
  writeFileSync(timesPath(root), JSON.stringify(times, null, 2));
}

const given = process.argv.slice(2);
const heavy = given.includes('--heavy');
const named = given.filter((one) => one !== '--heavy');
namePrograms();
if (named.length > 0) {
  const missing = named.filter((one) => globSync(one, { cwd: root }).length === 0);
  if (missing.length > 0) {
    console.error(`No test file is called ${missing.join(' or ')}.`);
    process.exit(1);
  }
  const files = globSync(named, { cwd: root }).sort();
  await runAll(groupFiles(files, root));
} else {
  const tests = runAll(groupFiles(findTestFiles(root, { heavy }), root));
  await Promise.all([tests, heavy ? undefined : check()]);
}
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
