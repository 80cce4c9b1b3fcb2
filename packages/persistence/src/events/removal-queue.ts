/** Removes published events from the outbox: one command at a time, for all that were published during the last one. */

export class RemovalQueue {
  readonly #remove: (ids: readonly string[]) => Promise<unknown>;
  #waiting: string[] = [];
  #next: Promise<void> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(remove: (ids: readonly string[]) => Promise<unknown>) {
    this.#remove = remove;
  }

  /** Resolves once the event is removed; rejects with the error of its command. */
  add(id: string): Promise<void> {
    this.#waiting.push(id);
    this.#next ??= this.#removeAfter(this.#running);
    return this.#next;
  }

  async #removeAfter(running: Promise<unknown>): Promise<void> {
    // Its own callers handle its error.
    await running.catch(() => undefined);
    const ids = this.#waiting;
    this.#waiting = [];
    this.#next = undefined;
    const removal = this.#remove(ids);
    this.#running = removal;
    await removal;
  }
}
