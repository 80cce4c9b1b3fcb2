/** Runs component and unit tests of the web with jest in a separate process. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Durations } from './durations.ts';
import type { Group } from './plan.ts';
import type { GroupResult } from './run-group.ts';

/** The used fields of jest's report. */
interface Report {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const maxDurationMs = 15 * 60_000;

export async function runJest(group: Group, root: string): Promise<GroupResult> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-jest-'));
  const file = join(folder, 'report.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const settings = ['--config', join(root, 'web/jest.config.ts'), '--json', '--outputFile', file];
  const { output, code } = await runNode(
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      jest,
      ...settings,
      '--runTestsByPath',
      ...group.files,
    ],
    root,
  );
  const counts = readReport(file, root);
  rmSync(folder, { recursive: true, force: true });
  // A missing report or an error after the last test must not look like a success.
  if (code !== 0 && counts.failed === 0) {
    counts.failed++;
    counts.failures.push(`${group.name} › jest exited with ${code}`);
  }
  return { ...counts, output };
}

function runNode(args: string[], cwd: string): Promise<{ output: string; code: number | null }> {
  let output = '';
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd,
      // The report is written to the file; readable output goes to stderr.
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: maxDurationMs,
      // Formats of amounts and dates depend on the locale; the tests expect this one.
      env: { ...process.env, NODE_ENV: 'test', LC_ALL: 'en_US.UTF-8' },
    });
    child.stderr.on('data', (data) => (output += data));
    child.once('close', (code) => done({ output, code }));
  });
}

function readReport(file: string, root: string): Omit<GroupResult, 'output'> {
  const durations: Durations = {};
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] as string[], durations };
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return result;
  }
  const fail = (name: string) => {
    result.failed++;
    result.failures.push(name);
  };
  for (const { name, startTime, endTime, message, assertionResults } of report.testResults) {
    const path = name.replace(`${root}/`, '');
    durations[path] = (endTime - startTime) / 1000;
    // A file that failed to load has a message but no tests.
    if (assertionResults.length === 0 && message !== '') fail(path);
    for (const { status, fullName } of assertionResults) {
      if (status === 'passed') result.passed++;
      else if (status === 'failed') fail(`${path} › ${fullName}`);
      else result.skipped++;
    }
  }
  return result;
}
