/** The days of many loans that share one clock: it moves on only once every loan that is left waits for a later day. */

import type { SandboxClient } from '../../../scripts/demo/sandbox-client.ts';
import { insist } from './retry-call.ts';

const dayMs = 86_400_000;

interface Waiter {
  day: number;
  wake(): void;
  fail(error: unknown): void;
}

export class Calendar {
  readonly #outside: SandboxClient;
  readonly #startMs: number;
  readonly #atWork: number;
  #working = 0;
  #left = 0;
  #today = 0;
  readonly #queue: (() => void)[] = [];
  #waiting: Waiter[] = [];

  /** `atWork`: how many loans move at once; the others wait for their turn. */
  constructor(outside: SandboxClient, start: Date, atWork: number) {
    this.#outside = outside;
    this.#startMs = start.getTime();
    this.#atWork = atWork;
  }

  /** Runs all of them to their ends. */
  async run<R>(lives: readonly (() => Promise<R>)[]): Promise<R[]> {
    this.#left = lives.length;
    return Promise.all(lives.map((live) => this.#one(live)));
  }

  async #one<R>(live: () => Promise<R>): Promise<R> {
    await this.#begin();
    try {
      return await live();
    } finally {
      this.#left -= 1;
      this.#end();
    }
  }

  /** Resolves on that day, counted from the start; the loan is at rest until then. */
  async day(day: number): Promise<void> {
    if (day <= this.#today) return;
    const woken = new Promise<void>((wake, fail) => this.#waiting.push({ day, wake, fail }));
    this.#end();
    await woken;
    await this.#begin();
  }

  async #begin(): Promise<void> {
    if (this.#working >= this.#atWork) await new Promise<void>((next) => this.#queue.push(next));
    else this.#working += 1;
  }

  #end(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#working -= 1;
    if (this.#left > 0 && this.#waiting.length === this.#left) {
      this.#moveOn().catch((error) => {
        for (const { fail } of this.#waiting.splice(0)) fail(error);
      });
    }
  }

  /** Ends with the loans of that day awake. */
  async #moveOn(): Promise<void> {
    const day = Math.min(...this.#waiting.map((one) => one.day));
    const at = new Date(this.#startMs + day * dayMs);
    await insist(`day ${day}`, async () => {
      const { now } = await this.#outside.clock();
      // An answer that was lost has moved it all the same.
      if (new Date(now) < at) await this.#outside.moveTo(at.toISOString());
    });
    this.#today = day;
    console.log(`day ${day}: ${this.#left} loans left, ${Math.round(performance.now() / 1000)} s`);
    const due = this.#waiting.filter((one) => one.day <= day);
    this.#waiting = this.#waiting.filter((one) => one.day > day);
    for (const { wake } of due) wake();
  }
}
