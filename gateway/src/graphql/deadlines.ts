/** Gives up what takes too long: one timer looks after all that waits, and there is none while nothing does. */

interface Waiting {
  deadlineMs: number;
  reject(error: Error): void;
}

/** How late it may be noticed. */
const lookEveryMs = 25;

export class Deadlines {
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  /** As the work ends; rejects once `deadlineMs` of wall time has passed. */
  before<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { deadlineMs, reject };
      this.#waiting.add(waiting);
      this.#timer ??= setTimeout(this.#look, lookEveryMs);
      work.then(
        (found) => {
          this.#waiting.delete(waiting);
          resolve(found);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  #look = (): void => {
    const nowMs = Date.now();
    for (const one of this.#waiting) {
      if (one.deadlineMs > nowMs) continue;
      this.#waiting.delete(one);
      one.reject(new Error('the deadline has passed'));
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(this.#look, lookEveryMs) : undefined;
  };
}
