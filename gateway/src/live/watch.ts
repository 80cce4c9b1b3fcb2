/** One subscriber: what it was sent, what waits for it, and how it ends. */

import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Caller } from '../caller.ts';

const rememberAtMost = 2000;
const waitAtMost = 1000;

/** One thing to send: `id` tells it from others, where there are several. */
export interface LiveItem {
  id: string | undefined;
  /**
   * Text of what may change, which is not repeated while it is the last one that was sent of this id: what went
   * and came back is sent again. Without it an id is sent once.
   */
  state?: string;
  result: ExecutionResult;
}

/**
 * An async generator for the socket library. It starts catching up: what arrives live waits until
 * `goLive`, so that nothing overtakes what was there before, and nothing is sent twice.
 */
export class Watch implements AsyncGenerator<ExecutionResult, void, void> {
  readonly caller: Caller;
  /** Of a list that only grows the subscriber has this one and all before it, as it said itself. */
  readonly had: string | undefined;
  readonly #ready: ExecutionResult[] = [];
  readonly #waiting: LiveItem[] = [];
  readonly #seen = new Set<string>();
  /** The text last sent, by id; states that have none share one. */
  readonly #lastStates = new Map<string, string>();
  #catchingUp = true;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onEnd: ((watch: Watch) => void)[];

  constructor(caller: Caller, onEnd: (watch: Watch) => void, had?: string) {
    this.caller = caller;
    this.had = had;
    this.#onEnd = [onEnd];
  }

  onEnded(hearer: (watch: Watch) => void): void {
    if (this.#ended) hearer(this);
    else this.#onEnd.push(hearer);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** From before: sent at once. */
  replay(item: LiveItem): void {
    this.#deliver(item);
  }

  /** From now on, in order; up to what it had when it came they bring nothing. */
  push(items: readonly LiveItem[]): void {
    const known = items.findLastIndex(({ id }) => id !== undefined && id === this.had);
    for (const item of items.slice(known + 1)) {
      if (this.#ended) return;
      if (!this.#catchingUp) this.#deliver(item);
      else if (this.#waiting.push(item) > waitAtMost) this.#finish();
    }
  }

  goLive(): void {
    this.#catchingUp = false;
    for (const item of this.#waiting.splice(0)) this.#deliver(item);
  }

  #deliver({ id, state, result }: LiveItem): void {
    if (this.#ended || this.#isKnown(id, state)) return;
    if (state !== undefined) this.#rememberState(id ?? '', state);
    else if (id !== undefined) this.#remember(id);
    this.#ready.push(result);
    if (this.#ready.length > waitAtMost) this.#finish();
    this.#wake?.();
  }

  #isKnown(id: string | undefined, state: string | undefined): boolean {
    if (state !== undefined) return this.#lastStates.get(id ?? '') === state;
    return id !== undefined && this.#seen.has(id);
  }

  #rememberState(id: string, state: string): void {
    this.#lastStates.delete(id);
    this.#lastStates.set(id, state);
    if (this.#lastStates.size <= rememberAtMost) return;
    const [oldest] = this.#lastStates.keys();
    if (oldest !== undefined) this.#lastStates.delete(oldest);
  }

  #remember(id: string): void {
    this.#seen.add(id);
    if (this.#seen.size <= rememberAtMost) return;
    const [oldest] = this.#seen;
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Says why, then completes. What was ready before is still sent. */
  end(error: GraphQLError): void {
    if (this.#ended) return;
    this.#ready.push({ errors: [error] });
    this.#finish();
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting.length = 0;
    for (const hear of this.#onEnd) hear(this);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<ExecutionResult, void>> {
    for (;;) {
      const value = this.#ready.shift();
      if (value) return { value, done: false };
      if (this.#ended) return { value: undefined, done: true };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /** The client completed, or its socket is gone. */
  async return(): Promise<IteratorResult<ExecutionResult, void>> {
    this.#ready.length = 0;
    this.#finish();
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
