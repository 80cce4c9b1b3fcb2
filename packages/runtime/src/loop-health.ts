/** Whether a background loop gets anywhere: one that only fails must not look like one that has nothing to do. */

/** Longer than an election, and than the pauses of all loops between two attempts. */
const maxFailingMs = 30_000;

export class LoopHealth {
  readonly #name: string;
  readonly #clock: () => number;
  #failing: { sinceMs: number; lastMs: number; error: unknown } | undefined;

  /** `name` begins a sentence: "The outbox relay". */
  constructor(name: string, clock: () => number = () => performance.now()) {
    this.#name = name;
    this.#clock = clock;
  }

  succeeded(): void {
    this.#failing = undefined;
  }

  failed(error: unknown): void {
    const lastMs = this.#clock();
    // Loops try only when there is work, so failures far apart are not one failure.
    const former = this.#failing && lastMs - this.#failing.lastMs <= maxFailingMs;
    const sinceMs = former ? this.#failing?.sinceMs : undefined;
    this.#failing = { sinceMs: sinceMs ?? lastMs, lastMs, error };
  }

  /** Takes the outcome of one attempt for that of the loop. */
  async watch<R>(attempt: Promise<R>): Promise<R> {
    try {
      const result = await attempt;
      this.succeeded();
      return result;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** One sentence if every attempt has failed for this long; undefined also if the loop has not tried since. */
  stalled(afterMs = maxFailingMs): string | undefined {
    if (!this.#failing) return undefined;
    const { sinceMs, lastMs, error } = this.#failing;
    if (lastMs - sinceMs < afterMs || this.#clock() - lastMs > maxFailingMs) return undefined;
    const seconds = Math.round((lastMs - sinceMs) / 1000);
    const why = error instanceof Error ? error.message : String(error);
    return `${this.#name} has failed for ${seconds} s: ${why}`;
  }
}

export function stalledLoops(loops: readonly LoopHealth[], afterMs?: number): string[] {
  return loops.flatMap((loop) => loop.stalled(afterMs) ?? []);
}
