/** Bounds how many look-ups run at once. */

export class LookupLimit {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.#running >= this.#max) await new Promise<void>((start) => this.#waiting.push(start));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next waiting look-up.
      const start = this.#waiting.shift();
      if (start) start();
      else this.#running -= 1;
    }
  }
}
