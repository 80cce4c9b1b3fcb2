/** The test files that a change needs while one works; `npm test` runs them all. */

import { matchesGlob } from 'node:path';
import { judgeChanges, wholeProduct } from '../affected/judge-changes.ts';
import { packages, parts } from '../affected/parts.ts';
import { readWorkspaces } from '../affected/read-workspaces.ts';
import { importClosure } from './import-closure.ts';

/** Every change is held to the house rules. */
const houseRules = 'tests/tidy/tidy.test.ts';

/** One loan from its listing to its repayment stands for the journeys through all services. */
const sampleJourney = 'tests/flows/one-process.sample.test.ts';

/** Heavy tests that `npm test` runs as well where their package changed. */
const whenChanged = [
  { folder: 'packages/embedded-mongo/', file: 'packages/embedded-mongo/cases/cases.heavy.test.ts' },
];

export const selectWhenChanged = (changed: readonly string[]): string[] =>
  whenChanged
    .filter(({ folder }) => changed.some((one) => one.startsWith(folder)))
    .map(({ file }) => file);

interface Change {
  /** Changed files, as paths from the root. */
  changed: readonly string[];
  /** All test files that may run. */
  tests: readonly string[];
  root: string;
}

/**
 * All tests of each affected service and package; of those that start the whole product the sample, and each test file
 * under `tests/` and `scripts/` that loads a changed file.
 */
export function selectAffected({ changed, tests, root }: Change): string[] {
  const workspaces = readWorkspaces(root);
  const affected = judgeChanges(changed, { parts, packages, workspaces })
    .filter(({ work }) => work.includes('test'))
    .map(({ part }) => part);
  const patterns = [...parts, ...packages]
    .filter(({ name }) => affected.includes(name))
    .flatMap((part) => part.tests ?? []);
  const startsProduct = (file: string) => /^(tests|scripts)\//.test(file);
  const selected = tests.filter((file) => {
    if (file === houseRules || changed.includes(file)) return true;
    if (!startsProduct(file)) return patterns.some((pattern) => matchesGlob(file, pattern));
    const loaded = importClosure(file, root);
    return changed.some((one) => startsProduct(one) && loaded.has(one));
  });
  const journeys = affected.includes(wholeProduct) ? [sampleJourney] : [];
  return [...selected, ...selectWhenChanged(changed), ...journeys];
}
