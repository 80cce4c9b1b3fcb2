/** Test files are grouped and ordered by duration. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { groupFiles, isWaiting, sortByDuration } from './plan.ts';

const root = resolve(import.meta.dirname, '../..');
const durations = {
  'services/lending/src/a.test.ts': 100,
  'services/lending/src/b.test.ts': 60,
  'services/lending/src/c.test.ts': 50,
  'web/src/d.test.ts': 3,
  'tools/e.test.ts': 50,
};

test('files of a folder share groups of nearly the same duration, and the longest group is first', () => {
  const isolated = join('tools', 'test', 'plan.test.ts');
  const files = [...Object.keys(durations).filter((file) => !file.startsWith('tools')), isolated];
  const groups = sortByDuration(groupFiles(files, { root, durations }), durations);
  assert.deepEqual(
    groups.map(({ name, files, runner }) => [name, files.length, runner]),
    [
      ['services/lending (2 of 2)', 2, undefined],
      ['services/lending (1 of 2)', 1, undefined],
      ['web', 1, 'jest'],
      [isolated, 1, undefined],
    ],
  );
});

test('hooks of a file run only around its tests when files share a process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-run-files-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = ['one.mjs', 'two.mjs', 'three.mjs'];
  for (const [at, name] of names.entries())
    writeFileSync(
      join(folder, name),
      `import { after, before, test } from 'node:test';
      ${at === 1 ? 'await new Promise((done) => setTimeout(done, 20));' : ''}
      before(() => console.log('before ${name}'));
      after(() => console.log('after ${name}'));
      test('of ${name}', () => console.log('test ${name}'));`,
    );
  const script = join(import.meta.dirname, 'run-files.ts');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, ...names], {
    env,
  });
  const printed = stdout.split('\n').filter((line) => /^(before|test|after) /.test(line));
  assert.deepEqual(
    printed,
    names.flatMap((name) => [`before ${name}`, `test ${name}`, `after ${name}`]),
  );
});

test('files with a recorded duration of 0 still run', () => {
  const files = ['packages/contracts/src/contracts.test.ts'];
  const groups = groupFiles(files, { root, durations: { [files[0] ?? '']: 0 } });
  assert.deepEqual(groups, [{ name: 'packages/contracts', files }]);
});

test('an uncaught error of a file fails the run and is named, although resources are not followed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-run-group-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'one.mjs'),
    "import { test } from 'node:test'; test('passes', () => {});",
  );
  writeFileSync(
    join(folder, 'two.mjs'),
    `import { test } from 'node:test';
    test('fails later', async () => {
      setTimeout(() => { throw new Error('not caught'); }, 1);
      await new Promise((done) => setTimeout(done, 50));
    });`,
  );
  const script = join(import.meta.dirname, 'run-files.ts');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const tracking = join(import.meta.dirname, 'async-tracking.ts');
  const args = ['--import', tracking, script, folder, 'one.mjs', 'two.mjs'];
  await assert.rejects(
    promisify(execFile)(process.execPath, args, { env }),
    ({ stdout }: { stdout: string }) => stdout.includes('not caught'),
  );
});

test('the runner stops following resources on this version of Node', async () => {
  const code = `
    const { stopAsyncTracking } = await import('./async-tracking.ts');
    const { test } = await import('node:test');
    test('one', () => {});
    console.log('stopped: ' + stopAsyncTracking());`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env,
    cwd: import.meta.dirname,
  });
  assert.match(stdout, /stopped: [1-9]/);
});

test('a file that takes longer than the maximum of a group is one group, and no group is empty', () => {
  const files = ['packages/demo/src/demo.heavy.test.ts'];
  const groups = groupFiles(files, { root, durations: { [files[0] ?? '']: 400 } });
  assert.deepEqual(groups, [{ name: 'packages/demo', files }]);
});

test('files share a process with those that start the same product, and with no others', () => {
  const files = [
    'tests/browser/chat.heavy.test.ts',
    'tests/browser/lend.heavy.test.ts',
    'tests/browser/new-release.heavy.test.ts',
    'tests/browser/offers.heavy.test.ts',
    'tests/browser/repayment.heavy.test.ts',
    'tests/browser/tables.heavy.test.ts',
    'tests/browser/budgets/accessibility.heavy.test.ts',
    'tests/flows/services-down.heavy.test.ts',
    'tests/flows/crashes/payments.heavy.test.ts',
    'tests/flows/crashes/digest.heavy.test.ts',
  ];
  const groups = groupFiles(files, {
    root,
    durations: Object.fromEntries(files.map((one) => [one, 1])),
  });
  const [chat, lend, release, offers, repayment, tables, accessibility, down, payments, digest] =
    files;
  assert.deepEqual(Object.fromEntries(groups.map((one) => [one.name, one.files])), {
    [String(release)]: [release],
    [String(digest)]: [digest],
    'tests/browser': [chat, offers],
    'tests/browser with another clock': [lend, repayment],
    'tests/browser with demo data': [accessibility, tables],
    'tests/flows over many processes': [payments, down],
  });
});

test('files that mostly wait are apart from those that compute, in groups for their lane', () => {
  const [waits, computes] = ['nats/nats-loss.heavy', 'conformance'].map(
    (name) => `packages/messaging/src/${name}.test.ts`,
  );
  const groups = groupFiles([waits ?? '', computes ?? ''], { root, durations });
  assert.deepEqual(
    groups.map((one) => [one.files, isWaiting(one)]),
    [
      [[waits], true],
      [[computes], false],
    ],
  );
});
