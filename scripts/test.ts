/** `npm test`: formatter, linter, types, boundaries, committed descriptions, then every test; ends with the counts. */

import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const root = resolve(import.meta.dirname, '..');
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

const checks: [name: string, command: string, ...args: string[]][] = [
  ['formatter and linter', 'biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  ['types of resolvers', 'node', 'scripts/generate-types.ts'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  [
    'boundaries',
    'depcruise',
    '--config',
    '.dependency-cruiser.json',
    'packages',
    'services',
    'gateway',
    'sandbox',
    'scripts',
    'tests',
  ],
  ['supergraph and OpenAPI up to date', 'node', 'gateway/src/compose.ts', '--check'],
];

async function check([name, command, ...args]: (typeof checks)[number]): Promise<void> {
  const started = Date.now();
  let output = '';
  const code = await new Promise<number | null>((done) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.once('error', () => done(1));
    child.once('exit', done);
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    counts.passed++;
    console.log(`✔ ${name} (${seconds} s)`);
  } else {
    counts.failed++;
    failures.push(name);
    console.log(`✖ ${name} (${seconds} s)\n${output.slice(-8000)}`);
  }
}

/** Programs that some tests use where they are; each missing one is named, and its tests skip with that reason. */
function namePrograms(): void {
  const folders = [
    resolve(root, '../shared/tools'),
    '/usr/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  for (const name of [
    'nats-server',
    'stripe-mock',
    'mongod',
    'chromium',
    'pdfsig',
    'certutil',
    'xmllint',
  ]) {
    const found = folders.some((folder) => folder !== '' && existsSync(join(folder, name)));
    console.log(
      found ? `  found    ${name}` : `  missing  ${name}: tests that need it are skipped`,
    );
  }
}

async function runTests(files: string[]): Promise<void> {
  const stream = run({ files, concurrency: 2, timeout: 8 * 60_000, cwd: root });
  const leaf = (data: {
    details?: { type?: string };
    skip?: unknown;
    todo?: unknown;
    name: string;
    nesting: number;
    file?: string;
  }) => data.details?.type !== 'suite' && !files.includes(data.name);
  stream.on('test:pass', (data) => {
    if (!leaf(data)) return;
    if (data.skip !== undefined && data.skip !== false) counts.skipped++;
    else counts.passed++;
  });
  stream.on('test:fail', (data) => {
    // A file that fails to load at all is a failure of its own.
    counts.failed++;
    failures.push(`${data.file ?? ''} › ${data.name}`);
  });
  await new Promise<void>((done) => {
    const shown = stream.compose(new spec());
    shown.on('end', () => done());
    shown.pipe(process.stdout);
  });
}

const only = process.argv.slice(2);
namePrograms();
if (only.length === 0) for (const one of checks) await check(one);
const patterns =
  only.length > 0 ? only : ['{packages,services,gateway,sandbox,scripts,tests}/**/*.test.ts'];
const files = globSync(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') })
  .sort()
  .map((file) => resolve(root, file));
await runTests(files);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
