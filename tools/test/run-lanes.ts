/** Runs groups of test files concurrently and counts the results. */

import { availableParallelism } from 'node:os';
import type { Durations } from './durations.ts';
import type { Group } from './plan.ts';
import { hasBrowser, isWaiting } from './plan.ts';
import { runGroup } from './run-group.ts';
import { runJest } from './run-jest.ts';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

export const emptyTotals = (): Totals => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

interface Lanes {
  root: string;
  /** Lanes in addition to one per core, for groups without a browser. */
  spareLanes: number;
  /** Resolves when the web app is built. */
  built: Promise<void>;
  /** Called when a group has passed. */
  record?(durations: Durations): void;
}

/** Groups that start the product with its command, and so need the built web app. */
export const needsWeb = ({ name }: Group): boolean =>
  /^(apps|bench|packages\/demo|tests\/(flows|browser))\b/.test(name);

/**
 * Starts `groups` in their order. Most groups wait as often as they compute, so there are more lanes than cores; groups
 * with a browser use a whole core, and those that mostly wait have a lane in addition. Groups that need no web app start
 * while it is built.
 */
export async function runLanes(
  groups: readonly Group[],
  { root, spareLanes, built, record }: Lanes,
): Promise<Totals> {
  const totals = emptyTotals();
  const pending = [...groups];
  let isBuilt = false;
  const whenBuilt = built.then(() => {
    isBuilt = true;
  });
  const take = async (accepts: (group: Group) => boolean) => {
    const find = () => pending.findIndex((one) => accepts(one) && (isBuilt || !needsWeb(one)));
    if (find() === -1) await whenBuilt;
    const at = find();
    return at === -1 ? undefined : pending.splice(at, 1)[0];
  };
  const lane = async (accepts: (group: Group) => boolean) => {
    for (let group = await take(accepts); group; group = await take(accepts)) {
      const { output, ...result } = await (group.runner === 'jest' ? runJest : runGroup)(
        group,
        root,
      );
      console.log(output.trimEnd());
      totals.passed += result.passed;
      totals.failed += result.failed;
      totals.skipped += result.skipped;
      totals.failures.push(...result.failures);
      if (result.failed === 0) record?.(result.durations);
    }
  };
  await Promise.all([
    lane(isWaiting),
    ...Array.from({ length: availableParallelism() }, () => lane((group) => !isWaiting(group))),
    ...Array.from({ length: spareLanes }, () =>
      lane((group) => !hasBrowser(group) && !isWaiting(group)),
    ),
  ]);
  return totals;
}
