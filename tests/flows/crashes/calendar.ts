/** The shared business clock of many loans: it advances only once every open loan waits for a later day. */

import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { retry } from './retry-call.ts';

const dayMs = 86_400_000;

interface Waiter {
  day: number;
  wake(): void;
  fail(error: unknown): void;
}

export class Calendar {
  readonly #sandbox: SandboxClient;
  readonly #startMs: number;
  readonly #maxRunning: number;
  #working = 0;
  #left = 0;
  #today = 0;
  readonly #queue: (() => void)[] = [];
  #waiting: Waiter[] = [];

  /** `maxRunning`: how many loans run at once; the others wait in a queue. */
  constructor(sandbox: SandboxClient, start: Date, maxRunning: number) {
    this.#sandbox = sandbox;
    this.#startMs = start.getTime();
    this.#maxRunning = maxRunning;
  }

  /** Runs all loans to their ends. */
  async run<R>(runs: readonly (() => Promise<R>)[]): Promise<R[]> {
    this.#left = runs.length;
    return Promise.all(runs.map((run) => this.#runOne(run)));
  }

  async #runOne<R>(run: () => Promise<R>): Promise<R> {
    await this.#acquire();
    try {
      return await run();
    } finally {
      this.#left -= 1;
      this.#release();
    }
  }

  /** Resolves on that day, counted from the start; the loan is idle until then. */
  async day(day: number): Promise<void> {
    if (day <= this.#today) return;
    const woken = new Promise<void>((wake, fail) => this.#waiting.push({ day, wake, fail }));
    this.#release();
    await woken;
    await this.#acquire();
  }

  async #acquire(): Promise<void> {
    if (this.#working >= this.#maxRunning)
      await new Promise<void>((next) => this.#queue.push(next));
    else this.#working += 1;
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#working -= 1;
    if (this.#left > 0 && this.#waiting.length === this.#left) {
      this.#advance().catch((error) => {
        for (const { fail } of this.#waiting.splice(0)) fail(error);
      });
    }
  }

  /** Moves the clock to the earliest awaited day and wakes the loans that wait for it. */
  async #advance(): Promise<void> {
    const day = Math.min(...this.#waiting.map((one) => one.day));
    const at = new Date(this.#startMs + day * dayMs);
    await retry(`day ${day}`, async () => {
      const { now } = await this.#sandbox.readClock();
      // A call whose response was lost may have moved the clock already.
      if (new Date(now) < at) await this.#sandbox.moveClockTo(at.toISOString());
    });
    this.#today = day;
    console.log(`day ${day}: ${this.#left} loans left, ${Math.round(performance.now() / 1000)} s`);
    const due = this.#waiting.filter((one) => one.day <= day);
    this.#waiting = this.#waiting.filter((one) => one.day > day);
    for (const { wake } of due) wake();
  }
}
