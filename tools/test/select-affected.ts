/** Selects the test files that a change affects, for `npm test -- --changed`. */

import { matchesGlob } from 'node:path';
import { findAffected, wholeProduct } from '../affected/affected-components.ts';
import { components, packages } from '../affected/components.ts';
import { readWorkspaces } from '../affected/read-workspaces.ts';
import { findImportClosure } from './import-closure.ts';

/** Runs for every change. */
const tidyTest = 'tests/tidy/tidy.test.ts';

/** A sample of the journeys through all services: one loan from its listing to its repayment. */
const sampleJourney = 'tests/flows/one-process-sample.test.ts';

/** Heavy tests that `npm test` also runs when their package changed. */
const whenChanged = [
  { folder: 'packages/embedded-mongo/', file: 'packages/embedded-mongo/cases/cases.heavy.test.ts' },
];

export const selectWhenChanged = (changed: readonly string[]): string[] =>
  whenChanged
    .filter(({ folder }) => changed.some((one) => one.startsWith(folder)))
    .map(({ file }) => file);

interface Change {
  /** Changed files, relative to the root. */
  changed: readonly string[];
  /** All test files that may run. */
  tests: readonly string[];
  root: string;
}

/**
 * Selects all tests of each affected service and package, the sample journey if the product is affected, and each test
 * file under `tests/`, `tools/` and `bench/` that loads a changed file.
 */
export function selectAffected({ changed, tests, root }: Change): string[] {
  const workspaces = readWorkspaces(root);
  const affected = findAffected(changed, { components, packages, workspaces })
    .filter(({ work }) => work.includes('test'))
    .map(({ component }) => component);
  const patterns = [...components, ...packages]
    .filter(({ name }) => affected.includes(name))
    .flatMap(({ tests }) => tests ?? []);
  const startsProduct = (file: string) => /^(tests|tools|bench|apps|web\/build)\//.test(file);
  const isHelper = (file: string) => /^packages\/(driver|demo|testkit)\//.test(file);
  const selected = tests.filter((file) => {
    if (file === tidyTest || changed.includes(file)) return true;
    if (!startsProduct(file)) return patterns.some((pattern) => matchesGlob(file, pattern));
    const loaded = findImportClosure(file, root);
    return changed.some((one) => (startsProduct(one) || isHelper(one)) && loaded.has(one));
  });
  const journeys = affected.includes(wholeProduct) ? [sampleJourney] : [];
  return [...new Set([...selected, ...selectWhenChanged(changed), ...journeys])];
}
