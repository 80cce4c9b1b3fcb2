/**
 * Counts that are kept for a second in this process and forgotten whenever a commit here changes one. Where there
 * are so many that counting takes long, nobody waits for it but the first: that of everything is then kept for a
 * hundred times as long, moved along by the commits here, and renewed behind the answers.
 */

import { now } from '@nameloan/service/clock.ts';
import type { Filter } from '@nameloan/service/store/noun.ts';
import type { Listing } from './listing.ts';

const keepMs = 1000;
const mostKept = 200;
const timesKept = 100;
const longestKeptMs = 30_000;

export interface ListingCount {
  total: number;
  /** False: there are more than `total`. */
  totalExact: boolean;
}

interface Kept {
  count: Promise<ListingCount>;
  untilMs: number;
  /** What came of it, where there are very many. */
  many?: ListingCount;
}

export interface Counting {
  count(filter: Filter<Listing>): Promise<ListingCount>;
  /** What each commit here changes by one; all else is counted anew. */
  all: Filter<Listing>;
  /** From so many on. Not by the time it took: a busy machine is slow with few, too. */
  manyFrom: number;
}

export class KeptCounts {
  readonly #kept = new Map<string, Kept>();
  readonly #counting: Counting;
  readonly #all: string;

  constructor(counting: Counting) {
    this.#counting = counting;
    this.#all = JSON.stringify(counting.all);
  }

  /** A count that a commit overtook stays with those who asked before it, and is not kept. */
  of(filter: Filter<Listing>): Promise<ListingCount> {
    const key = JSON.stringify(filter);
    const known = this.#kept.get(key);
    if (known && known.untilMs > now().getTime()) return known.count;
    if (!known?.many) return this.#begin(key, filter);
    this.#renew(key, filter, known);
    return known.count;
  }

  /** A commit here has added one (1) or taken one away (-1). */
  change(by: 1 | -1): void {
    const all = this.#kept.get(this.#all);
    this.#kept.clear();
    if (!all?.many) return;
    all.many = { ...all.many, total: all.many.total + by };
    all.count = Promise.resolve(all.many);
    this.#kept.set(this.#all, all);
  }

  forget(): void {
    this.#kept.clear();
  }

  /** All but the count that is long in coming. */
  #forgetFiltered(): void {
    const all = this.#kept.get(this.#all);
    this.#kept.clear();
    if (all?.many) this.#kept.set(this.#all, all);
  }

  #begin(key: string, filter: Filter<Listing>): Promise<ListingCount> {
    if (this.#kept.size >= mostKept) this.#forgetFiltered();
    const startedMs = performance.now();
    const count = this.#counting.count(filter);
    const entry: Kept = { count, untilMs: now().getTime() + keepMs };
    this.#kept.set(key, entry);
    count.then(
      (found) => {
        const tookMs = performance.now() - startedMs;
        const many = key === this.#all && found.total >= this.#counting.manyFrom;
        if (many) keepMany(entry, found, tookMs);
      },
      () => {
        if (this.#kept.get(key) === entry) this.#kept.delete(key);
      },
    );
    return count;
  }

  /** Those who ask meanwhile are answered with what is known. */
  #renew(key: string, filter: Filter<Listing>, known: Kept): void {
    const startedMs = performance.now();
    known.untilMs = Number.POSITIVE_INFINITY;
    this.#counting.count(filter).then(
      (found) => {
        if (this.#kept.get(key) === known) keepMany(known, found, performance.now() - startedMs);
      },
      () => {
        known.untilMs = 0;
      },
    );
  }
}

function keepMany(entry: Kept, found: ListingCount, tookMs: number): void {
  entry.many = found;
  entry.count = Promise.resolve(found);
  entry.untilMs = now().getTime() + Math.min(longestKeptMs, Math.max(keepMs, timesKept * tookMs));
}
