/** The sleep of whoever works when there is something to do: it ends at a set time, or sooner when woken. */

export class Alarm {
  #atMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #woken = false;
  #end: ((woken: boolean) => void) | undefined;

  /** Wakes the sleeper; who is awake will not sleep next time, so that nothing falls between a look and the sleep. */
  ring(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Wakes the sleeper after this time at the latest, also one who has yet to fall asleep. */
  ringIn(ms: number): void {
    const atMs = performance.now() + ms;
    if (atMs >= this.#atMs) return;
    this.#atMs = atMs;
    if (this.#end) this.#arm();
  }

  /** Resolves when it is time, to whether it was `ring` that ended it. Keeps no process alive. */
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
    // A timer may be early by a fraction of a millisecond.
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
