/** How much one socket may send: reading and refusing without end would cost everybody else. */

/** A client sends a handful at its start, and an answer to each ping. */
const mostMessages = { count: 300, perMs: 10_000 };

export class Messages {
  #count = 0;
  #sinceMs = 0;

  tooMany(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs > mostMessages.perMs) {
      this.#sinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > mostMessages.count;
  }
}
