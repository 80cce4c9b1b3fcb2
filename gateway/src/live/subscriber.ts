/** One subscriber: what it was sent, what waits for it, and how it ends. */

import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Caller } from '../auth/caller.ts';

const rememberAtMost = 2000;
const waitAtMost = 1000;

/** One thing to send: `id` tells it from others, where there are several. */
export interface LiveItem {
  id: string | undefined;
  /**
   * Text of what may change, which is not repeated while it is the last one that was sent of this id: what went
   * and came back is sent again. Without it whoever sends sees to it that nothing comes twice.
   */
  state?: string;
  result: ExecutionResult;
}

/**
 * An async generator for the socket library. It starts catching up: what is pushed waits until `goLive`, so that nothing
 * overtakes what was there before, and no state is sent twice.
 */
export class Watch implements AsyncGenerator<ExecutionResult, void, void> {
  readonly caller: Caller;
  readonly #ready: ExecutionResult[] = [];
  readonly #waiting: LiveItem[] = [];
  /** The text last sent, by id; states that have none share one. */
  readonly #lastStates = new Map<string, string>();
  #catchingUp = true;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onEnd: ((watch: Watch) => void)[];

  constructor(caller: Caller, onEnd: (watch: Watch) => void) {
    this.caller = caller;
    this.#onEnd = [onEnd];
  }

  onEnded(hearer: (watch: Watch) => void): void {
    if (this.#ended) hearer(this);
    else this.#onEnd.push(hearer);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sent at once: what was there before, and what whoever calls keeps in order itself. */
  show(item: LiveItem): void {
    this.#deliver(item);
  }

  /** From now on. */
  push(item: LiveItem): void {
    if (this.#ended) return;
    if (!this.#catchingUp) this.#deliver(item);
    else if (this.#waiting.push(item) > waitAtMost) this.#finish();
  }

  goLive(): void {
    this.#catchingUp = false;
    for (const item of this.#waiting.splice(0)) this.#deliver(item);
  }

  #deliver({ id = '', state, result }: LiveItem): void {
    if (this.#ended) return;
    if (state !== undefined) {
      if (this.#lastStates.get(id) === state) return;
      this.#rememberState(id, state);
    }
    this.#ready.push(result);
    if (this.#ready.length > waitAtMost) this.#finish();
    this.#wake?.();
  }

  #rememberState(id: string, state: string): void {
    this.#lastStates.delete(id);
    this.#lastStates.set(id, state);
    if (this.#lastStates.size <= rememberAtMost) return;
    const [oldest] = this.#lastStates.keys();
    if (oldest !== undefined) this.#lastStates.delete(oldest);
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
