/** Detects concurrent commits of this process on the same aggregate: the order of their results is not their commit order. */

import type { OutboxRow } from './outbox-row.ts';

const aggregatesOf = (rows: readonly OutboxRow[]): Set<string> =>
  new Set(rows.map(({ aggregateId }) => aggregateId));

export class OpenCommits {
  readonly #byAggregate = new Map<string, { open: number; concurrent: boolean }>();

  begin(rows: readonly OutboxRow[]): void {
    for (const aggregateId of aggregatesOf(rows)) {
      const known = this.#byAggregate.get(aggregateId);
      const open = (known?.open ?? 0) + 1;
      this.#byAggregate.set(aggregateId, { open, concurrent: known !== undefined });
    }
  }

  /** Call when the commit has settled. Returns whether a concurrent commit touched one of its aggregates. */
  end(rows: readonly OutboxRow[]): boolean {
    let concurrent = false;
    for (const aggregateId of aggregatesOf(rows)) {
      const commits = this.#byAggregate.get(aggregateId);
      if (!commits) continue;
      concurrent ||= commits.concurrent;
      if (--commits.open === 0) this.#byAggregate.delete(aggregateId);
    }
    return concurrent;
  }
}
