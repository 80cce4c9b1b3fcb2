/** The selection of `npm test -- --changed`, for example changes of the real workspaces. */

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { findImportClosure } from './import-closure.ts';
import { findTestFiles } from './plan.ts';
import { selectAffected } from './select-affected.ts';

const root = resolve(import.meta.dirname, '../..');
const tests = findTestFiles(root, { heavy: false });
const select = (...changed: string[]) => selectAffected({ changed, tests, root });
const tidyTest = 'tests/tidy/tidy.test.ts';
const sample = 'tests/flows/one-process-sample.test.ts';
const under = (folder: string) => tests.filter((file) => file.startsWith(folder));

test('a change in one service selects its tests, the tidy tests and one journey', () => {
  const expected = [...under('services/lending/'), tidyTest, sample].sort();
  assert.deepEqual(select('services/lending/src/service.ts').sort(), expected);
});

test('a document selects only the tidy tests', () => {
  assert.deepEqual(select('docs/broker.md'), [tidyTest]);
});

test('a test helper selects the tests that load it, directly or through other files', () => {
  const selected = select('tests/browser/window.ts');
  assert.ok(selected.includes('tests/browser/whole-loan.test.ts'));
  assert.ok(!selected.includes('tests/kubernetes/alerts.test.ts'));
  assert.ok(select('tests/flows/journeys/repaid-loan.ts').includes(sample));
});

test('a changed test file selects itself', () => {
  const file = 'tests/browser/whole-loan.test.ts';
  assert.ok(select(file).includes(file));
});

test('the case tables of the embedded database run when it changed', () => {
  const cases = 'packages/embedded-mongo/cases/cases.heavy.test.ts';
  assert.ok(select('packages/embedded-mongo/src/server.ts').includes(cases));
  assert.ok(!select('services/lending/src/service.ts').includes(cases));
});

test('imports are followed through relative paths and into the packages that only tests use', () => {
  const loaded = findImportClosure('tests/flows/one-process.heavy.test.ts', root);
  assert.ok(loaded.has('tests/flows/environment/test-environment.ts'));
  assert.ok(loaded.has('packages/driver/src/person.ts'));
  assert.ok([...loaded].every((file) => !/node_modules|^services\//.test(file)));
});
