/**
 * `npm test`: runs the checks and all tests concurrently, and prints the counts. `npm test -- FILE…` runs only those files,
 * `--changed` the checks and the tests that the branch affects, `--heavy` the tests of crashes, long faults, random input
 * and elapsed time. `--record` writes the durations of the files, which later runs use to plan.
 */

import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compileCacheFolder } from '@nameloan/runtime/compile-cache';
import { ensureBuilt } from '@nameloan/web/build/ensure-built';
import { changedFiles, UnknownRangeError } from '../affected/changed-files.ts';
import type { CheckResult } from './checks.ts';
import { runChecks, runGenerate } from './checks.ts';
import type { Durations } from './durations.ts';
import { readDurations, recordDurations } from './durations.ts';
import { findMergeBase } from './merge-base.ts';
import { findTestFiles, groupFiles, isHeavy, sortByDuration } from './plan.ts';
import { printPrograms } from './print-programs.ts';
import type { Totals } from './run-lanes.ts';
import { emptyTotals, needsWeb, runLanes } from './run-lanes.ts';
import { selectAffected, selectWhenChanged } from './select-affected.ts';

const root = resolve(import.meta.dirname, '../..');
// Processes that tests start use compiled modules too.
process.env.NODE_COMPILE_CACHE ??= compileCacheFolder;

/** What the tests of this run share, such as the demo data. */
const runFolder = mkdtempSync(join(tmpdir(), 'nameloan-run-'));
process.env.TEST_RUN_FOLDER = runFolder;
process.on('exit', () => rmSync(runFolder, { recursive: true, force: true }));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    heavy: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

/** Exits if a pattern matches no file: a run without tests must not look like a success. */
function findNamedFiles(patterns: readonly string[]): string[] {
  const missing = patterns.filter((one) => globSync(one, { cwd: root }).length === 0);
  if (missing.length > 0) {
    console.error(`No test file matches ${missing.join(' or ')}.`);
    process.exit(1);
  }
  // A pattern includes heavy tests only with --heavy; the name of a heavy file always runs it.
  return globSync([...patterns], { cwd: root })
    .filter((file) => options.heavy || patterns.includes(file) || !isHeavy(file))
    .sort();
}

function findChangedFiles(): string[] {
  const base = findMergeBase(root);
  const changed = changedFiles(root, base);
  console.log(`${changed.length} files differ from ${base.slice(0, 9)}.`);
  const heavy = changed.filter(isHeavy);
  for (const file of heavy) console.log(`  not run here: npm run test:heavy -- ${file}`);
  return selectAffected({ changed, tests: findTestFiles(root, { heavy: false }), root });
}

function findFiles(): string[] {
  if (positionals.length > 0) return findNamedFiles(positionals);
  if (options.changed) return findChangedFiles();
  const files = findTestFiles(root, { heavy: options.heavy });
  return options.heavy ? files : [...files, ...selectWhenChanged(findChanges())];
}

/** If git cannot compare (shallow clone, release archive), nothing counts as changed; `npm run test:heavy` runs everything. */
function findChanges(): string[] {
  try {
    return changedFiles(root, findMergeBase(root));
  } catch (error) {
    if (error instanceof UnknownRangeError) return [];
    throw error;
  }
}

async function buildWeb(): Promise<Totals> {
  const totals = emptyTotals();
  try {
    await ensureBuilt();
  } catch (error) {
    console.error((error as Error).message);
    totals.failed++;
    totals.failures.push('build of the web app');
  }
  return totals;
}

async function runTests(files: readonly string[]): Promise<Totals[]> {
  const durations = readDurations(root);
  const groups = sortByDuration(groupFiles(files, { root, durations }), durations);
  const build = groups.some(needsWeb) ? buildWeb() : Promise.resolve(emptyTotals());
  const built = build.then(() => undefined);
  const spareLanes = options.heavy ? 1 : 2;
  const record = options.record ? (one: Durations) => recordDurations(root, one) : undefined;
  const tests = runLanes(groups, { root, spareLanes, built, record });
  return Promise.all([build, tests]);
}

function countChecks(checks: readonly CheckResult[]): Totals {
  const totals = emptyTotals();
  for (const { name, passed } of checks) {
    totals[passed ? 'passed' : 'failed']++;
    if (!passed) totals.failures.push(name);
  }
  return totals;
}

printPrograms(root);
const files = findFiles();
const generated = runGenerate(root);
const checks =
  positionals.length === 0 && !options.heavy
    ? runChecks(root, generated)
    : generated.then((one) => (one.passed ? [] : [one]));
// If generation failed, the tests that need its files fail too.
await generated;
const tests = await runTests(files);
const all = [...tests, countChecks(await checks)];
const sum = (count: 'passed' | 'failed' | 'skipped') =>
  all.reduce((total, one) => total + one[count], 0);
const failures = all.flatMap((one) => one.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('failed') > 0 ? 1 : 0);
