/** Limits the message rate of one socket, so that it cannot slow down other clients. */

/** Clients send a few messages at the start and one pong per ping. */
const messageRate = { count: 300, perMs: 10_000 };

export class MessageRateLimit {
  #count = 0;
  #sinceMs = 0;

  isExceeded(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs > messageRate.perMs) {
      this.#sinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > messageRate.count;
  }
}
