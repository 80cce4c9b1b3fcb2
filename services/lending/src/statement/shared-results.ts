/** Gives calls that would compute the same one result. */

import { now } from '@nameloan/runtime/clock';

/** The day, and whether a loan is late, can change during this time; `asOf` says when the report was computed. */
const keptMs = 30_000;
/** A report has up to 2,000 lines. */
const maxKept = 20;

interface SharedResult<R> {
  stamp: string;
  at: number;
  result: Promise<R>;
}

export class SharedResults<R> {
  readonly #kept = new Map<string, SharedResult<R>>();

  /** The result of an earlier or running call with the same key and stamp; `stamp` is another one after each change. */
  share({ key, stamp }: { key: string; stamp: string }, compute: () => Promise<R>): Promise<R> {
    const at = now().getTime();
    this.#dropOld(at);
    const known = this.#kept.get(key);
    if (known?.stamp === stamp) return known.result;
    const one = { stamp, at, result: compute() };
    this.#kept.delete(key);
    this.#kept.set(key, one);
    one.result.catch(() => {
      if (this.#kept.get(key) === one) this.#kept.delete(key);
    });
    return one.result;
  }

  /** Also those of a clock that was set back. */
  #dropOld(at: number): void {
    for (const [key, one] of this.#kept)
      if (at < one.at || at >= one.at + keptMs) this.#kept.delete(key);
    for (const key of [...this.#kept.keys()].slice(0, -maxKept)) this.#kept.delete(key);
  }
}
