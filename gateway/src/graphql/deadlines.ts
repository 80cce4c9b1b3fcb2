/** Rejects work that exceeds its deadline; a single timer serves all pending work and stops when there is none. */

interface PendingWork {
  deadlineMs: number;
  reject(error: Error): void;
}

/** The maximum delay in detecting an expired deadline. */
const pollIntervalMs = 25;

export class Deadlines {
  readonly #pending = new Set<PendingWork>();
  #timer: NodeJS.Timeout | undefined;

  /** Settles like `work`; rejects once the wall time `deadlineMs` has passed. */
  before<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { deadlineMs, reject };
      this.#pending.add(waiting);
      this.#timer ??= setTimeout(this.#checkDeadlines, pollIntervalMs);
      work.then(
        (found) => {
          this.#pending.delete(waiting);
          resolve(found);
        },
        (error) => {
          this.#pending.delete(waiting);
          reject(error);
        },
      );
    });
  }

  #checkDeadlines = (): void => {
    const nowMs = Date.now();
    for (const one of this.#pending) {
      if (one.deadlineMs > nowMs) continue;
      this.#pending.delete(one);
      one.reject(new Error('the deadline has passed'));
    }
    this.#timer =
      this.#pending.size > 0 ? setTimeout(this.#checkDeadlines, pollIntervalMs) : undefined;
  };
}
