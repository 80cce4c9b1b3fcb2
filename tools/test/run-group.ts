/** Runs one group of test files in a separate process. */

import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import type { Durations } from './durations.ts';
import type { Group } from './plan.ts';

export interface GroupResult {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  /** Seconds by file. */
  durations: Durations;
  /** The readable report. */
  output: string;
}

const maxDurationMs = 15 * 60_000;
const maxReasonLines = 20;
const openResources = 'Still open after the last test';

/** Formats the first lines of an error for the summary at the end of the output. */
function formatReason(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const lines = cause.message.trim().split('\n').slice(0, maxReasonLines);
  return lines.map((line) => `\n      ${line}`).join('');
}

export async function runGroup(group: Group, root: string): Promise<GroupResult> {
  const started = Date.now();
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  const runner = join(import.meta.dirname, 'run-files.ts');
  const files = [runner];
  const durations: Durations = {};
  const stream = run({
    files,
    argv: [root, ...group.files],
    execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'async-tracking.ts')).href],
    timeout: maxDurationMs,
    cwd: root,
  });
  const recordDuration = ({
    name,
    details,
  }: {
    name: string;
    details: { duration_ms: number };
  }) => {
    if (group.files.includes(name)) durations[name] = details.duration_ms / 1000;
  };
  stream.on('test:pass', (data) => {
    recordDuration(data);
    if (data.details.type === 'suite' || data.name === runner) return;
    if (data.skip !== undefined && data.skip !== false) result.skipped++;
    else result.passed++;
  });
  stream.on('test:fail', (data) => {
    recordDuration(data);
    // The failed subtests are counted themselves.
    const { failureType } = data.details.error as { failureType?: string };
    if (failureType === 'subtestsFailed') return;
    result.failed++;
    result.failures.push(`${group.name} › ${data.name}${formatReason(data.details.error)}`);
  });
  // The reason why a process failed although its tests passed.
  stream.on('test:stderr', ({ message }) => {
    if (message.startsWith(openResources))
      result.failures.push(`${group.name} › ${message.trim()}`);
  });
  let output = '';
  await new Promise<void>((done) => {
    const report = stream.compose(new spec());
    report.on('data', (data: string) => (output += data));
    report.on('end', () => done());
  });
  const [first = '', ...others] = group.files;
  // A single file runs without a suite.
  if (others.length === 0) durations[first] = (Date.now() - started) / 1000;
  return { ...result, durations, output };
}
