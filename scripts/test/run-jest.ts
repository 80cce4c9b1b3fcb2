/** Runs component and unit tests of the web with jest, in a process of its own. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Durations } from './durations.ts';
import type { Group } from './plan.ts';
import type { GroupResult } from './run-group.ts';

/** The fields of jest's report that are read here. */
interface Report {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const longestMs = 15 * 60_000;

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
  const counted = count(file, root);
  rmSync(folder, { recursive: true, force: true });
  // Whatever else is wrong (no report, an error after the last test) must not look like a success.
  if (code !== 0 && counted.failed === 0) {
    counted.failed++;
    counted.failures.push(`${group.name} › jest ended with ${code}`);
  }
  return { ...counted, output };
}

function runNode(args: string[], cwd: string): Promise<{ output: string; code: number | null }> {
  let output = '';
  return new Promise((done) => {
    const child = spawn(process.execPath, args, {
      cwd,
      // Its report goes into the file; what people read comes on the error channel.
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: longestMs,
      // Amounts and days are written for the machine's reader; the tests say what one reader sees.
      env: { ...process.env, NODE_ENV: 'test', LC_ALL: 'en_US.UTF-8' },
    });
    child.stderr.on('data', (data) => (output += data));
    child.once('close', (code) => done({ output, code }));
  });
}

function count(file: string, root: string): Omit<GroupResult, 'output'> {
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
    // A file that cannot even be loaded has no tests, only a message.
    if (assertionResults.length === 0 && message !== '') fail(path);
    for (const { status, fullName } of assertionResults) {
      if (status === 'passed') result.passed++;
      else if (status === 'failed') fail(`${path} › ${fullName}`);
      else result.skipped++;
    }
  }
  return result;
}
