/** Counts how often each command ran and failed since the start, for serverStatus' `metrics.commands`. */

import type { Document } from '../bson/values.ts';

export class CommandTally {
  readonly #counts = new Map<string, { total: number; failed: number }>();
  #unknown = 0;

  begin(name: string): void {
    const counts = this.#counts.get(name);
    if (counts) counts.total++;
    else this.#counts.set(name, { total: 1, failed: 0 });
  }

  /** One that was never begun has no name that the server knows. */
  fail(name: string): void {
    const counts = this.#counts.get(name);
    if (counts) counts.failed++;
    else this.#unknown++;
  }

  show(): Document {
    const known = [...this.#counts].map(([name, { failed, total }]) => [name, { failed, total }]);
    return { '<UNKNOWN>': this.#unknown, ...Object.fromEntries(known) };
  }
}
