/** Runs groups of test files side by side, the longest first, and counts. */

import { availableParallelism } from 'node:os';
import type { Durations } from './durations.ts';
import type { Group } from './plan.ts';
import { hasBrowser } from './plan.ts';
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
  /** For groups without a browser, in addition to a lane for each core. */
  spareLanes: number;
  /** Resolves when the web app is built. */
  built: Promise<void>;
  /** Called as each group ends. */
  record?(durations: Durations): void;
}

/** Tests that start the product by its command use one build. */
export const needsWeb = ({ name }: Group): boolean =>
  /^(scripts|tests\/(flows|browser))\b/.test(name);

/**
 * `groups`: in the order in which they start. Groups wait as often as they compute, so there are more lanes than cores;
 * those with a browser fill their cores. What needs no web app starts while it is built.
 */
export async function runLanes(
  groups: readonly Group[],
  { root, spareLanes, built, record }: Lanes,
): Promise<Totals> {
  const totals = emptyTotals();
  const waiting = [...groups];
  let isBuilt = false;
  const whenBuilt = built.then(() => {
    isBuilt = true;
  });
  const take = async (fits: (group: Group) => boolean) => {
    const find = () => waiting.findIndex((one) => fits(one) && (isBuilt || !needsWeb(one)));
    if (find() === -1) await whenBuilt;
    const at = find();
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  const lane = async (fits: (group: Group) => boolean) => {
    for (let group = await take(fits); group; group = await take(fits)) {
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
    ...Array.from({ length: availableParallelism() }, () => lane(() => true)),
    ...Array.from({ length: spareLanes }, () => lane((group) => !hasBrowser(group))),
  ]);
  return totals;
}
