/** Interruptible sleep for background loops: ends at a set time, or earlier when woken. */

export class Alarm {
  #atMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #woken = false;
  #end: ((woken: boolean) => void) | undefined;

  /** Wakes the sleeper. If the loop is awake, its next sleep ends at once, so that no wake-up is lost. */
  ring(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Ends the present or next sleep after this time at the latest. */
  ringIn(ms: number): void {
    const atMs = performance.now() + ms;
    if (atMs >= this.#atMs) return;
    this.#atMs = atMs;
    if (this.#end) this.#arm();
  }

  /** Resolves to whether `ring` ended the sleep. Does not keep the process alive. */
  sleep(ms: number): Promise<boolean> {
    this.ringIn(ms);
    return new Promise((resolve) => {
      this.#end = resolve;
      if (this.#woken) this.#wake();
      else this.#arm();
    });
  }

  #arm(): void {
    clearTimeout(this.#timer);
    // A timer may fire a fraction of a millisecond early.
    const leftMs = Math.max(0, Math.ceil(this.#atMs - performance.now()));
    this.#timer = setTimeout(() => this.#wake(), leftMs).unref();
  }

  #wake(): void {
    const end = this.#end;
    if (!end) return;
    const woken = this.#woken;
    clearTimeout(this.#timer);
    this.#atMs = Number.POSITIVE_INFINITY;
    this.#woken = false;
    this.#end = undefined;
    end(woken);
  }
}
