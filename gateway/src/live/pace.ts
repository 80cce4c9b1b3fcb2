/** Paces work that signals trigger: the first signal runs it at once, those of the interval after a run share the next one. */

export class Pace {
  readonly #run: () => void;
  readonly #intervalMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(run: () => void, intervalMs: number) {
    this.#run = run;
    this.#intervalMs = intervalMs;
  }

  /** Runs the work now, or at the end of the present interval. */
  request(): void {
    if (this.#timer === undefined) this.#start();
    else this.#isDue = true;
  }

  /** Drops work that is still due. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  #start(): void {
    this.#isDue = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) this.#start();
    }, this.#intervalMs);
    this.#timer.unref();
    this.#run();
  }
}
