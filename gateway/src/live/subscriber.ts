/** One subscriber: its queue of results, the states already sent, and its end. */

import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Caller } from '../auth/caller.ts';

const maxRememberedStates = 2000;
const maxQueuedItems = 1000;

/** One result to send; `id` identifies the item if there are several. */
export interface LiveItem {
  id: string | undefined;
  /**
   * A fingerprint of the data: the item is skipped if it equals the last one sent for this id. Without it the sender
   * must avoid duplicates.
   */
  state?: string;
  result: ExecutionResult;
}

/**
 * An async generator for the socket library. Until `goLive`, pushed items are queued, so that they neither overtake the
 * replay nor repeat a state.
 */
export class Subscriber implements AsyncGenerator<ExecutionResult, void, void> {
  readonly caller: Caller;
  readonly #ready: ExecutionResult[] = [];
  readonly #waiting: LiveItem[] = [];
  /** The last state sent, by id; states without an id share one entry. */
  readonly #lastStates = new Map<string, string>();
  #catchingUp = true;
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #onEnd: ((subscriber: Subscriber) => void)[];

  constructor(caller: Caller, onEnd: (subscriber: Subscriber) => void) {
    this.caller = caller;
    this.#onEnd = [onEnd];
  }

  onEnded(listener: (subscriber: Subscriber) => void): void {
    if (this.#ended) listener(this);
    else this.#onEnd.push(listener);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sends immediately: replayed items, and items whose order the caller guarantees. */
  send(item: LiveItem): void {
    this.#deliver(item);
  }

  /** Sends a live item, after the replay. */
  push(item: LiveItem): void {
    if (this.#ended) return;
    if (!this.#catchingUp) this.#deliver(item);
    else if (this.#waiting.push(item) > maxQueuedItems) this.#finish();
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
    if (this.#ready.length > maxQueuedItems) this.#finish();
    this.#wake?.();
  }

  #rememberState(id: string, state: string): void {
    this.#lastStates.delete(id);
    this.#lastStates.set(id, state);
    if (this.#lastStates.size <= maxRememberedStates) return;
    const [oldest] = this.#lastStates.keys();
    if (oldest !== undefined) this.#lastStates.delete(oldest);
  }

  /** Sends the error after the queued results, then completes. */
  end(error: GraphQLError): void {
    if (this.#ended) return;
    this.#ready.push({ errors: [error] });
    this.#finish();
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting.length = 0;
    for (const notify of this.#onEnd) notify(this);
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

  /** Called when the client completes or its socket closes. */
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
