/** Runs work of one key strictly in order and work of different keys concurrently. */

export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Starts `work` after all earlier work of the same key has settled. */
  run<R>(key: string, work: () => Promise<R>): Promise<R> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return mine;
  }

  /** Resolves when all accepted work has settled. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled([...this.#tails.values()]);
  }
}
