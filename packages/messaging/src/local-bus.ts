/**
 * The bus inside one process. `publish` resolves only when all handlers have committed, so that with the outbox the
 * guarantees are those of a broker.
 */

import type { Event } from '@nameloan/contracts/events';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { traceparent } from '@nameloan/runtime/trace';
import type { Bus, BusRequestHandler, Consumer, DeliveryResult, Stop } from './bus.ts';
import { BusUnavailable } from './bus.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Rejects deliveries that wait for a retry when the bus closes or no consumer is left; their outbox rows stay. */
class Closing extends Error {}

export class LocalBus implements Bus {
  readonly #consumers = new Map<string, Consumer[]>();
  /** Consumer name → subjects, also of consumers that have stopped. */
  readonly #subjects = new Map<string, readonly string[]>();
  /** Consumer name → number of unhandled events. */
  readonly #unhandled = new Map<string, number>();
  readonly #running = new Map<Promise<DeliveryResult>, Consumer>();
  readonly #requestHandlers = new Map<string, BusRequestHandler>();
  readonly #subscribers = new Map<string, Set<(signal: ChangeSignal) => void>>();
  readonly #queue = new KeyedQueue();
  readonly #closing = new AbortController();
  readonly #nextIndex = new Map<string, number>();
  #opened: Promise<void>;
  #open: () => void = () => {};

  /** `hold`: events wait until `open()`, so that no consumer misses one while other services still start. */
  constructor({ hold = false }: { hold?: boolean } = {}) {
    this.#opened = hold ? new Promise((resolve) => (this.#open = resolve)) : Promise.resolve();
  }

  open(): void {
    this.#open();
  }

  async publish(event: Event): Promise<void> {
    if (this.#closing.signal.aborted) throw new BusUnavailable('the bus is closed');
    await this.#opened;
    const text = JSON.stringify(event);
    const readers = [...this.#subjects].filter(([, subjects]) => subjects.includes(event.subject));
    const settled = await Promise.allSettled(
      readers.map(([name]) => this.#deliver(name, event.aggregateId, text)),
    );
    if (settled.some((one) => one.status === 'rejected')) {
      throw new BusUnavailable('a consumer stopped before it handled the event');
    }
  }

  /** First attempts keep the order of an aggregate; retries do not delay other events. */
  async #deliver(name: string, aggregateId: string, text: string): Promise<void> {
    this.#unhandled.set(name, (this.#unhandled.get(name) ?? 0) + 1);
    try {
      const first = () => this.#dispatch(name, text, 1);
      let result = await this.#queue.run(`${name} ${aggregateId}`, first);
      for (let attempt = 2; 'retryInMs' in result; attempt++) {
        await this.#pause(result.retryInMs);
        result = await this.#dispatch(name, text, attempt);
      }
    } finally {
      this.#unhandled.set(name, (this.#unhandled.get(name) ?? 1) - 1);
    }
  }

  async #dispatch(name: string, text: string, attempt: number): Promise<DeliveryResult> {
    const those = this.#consumers.get(name) ?? [];
    const turn = this.#nextIndex.get(name) ?? 0;
    this.#nextIndex.set(name, turn + 1);
    const consumer = those[turn % Math.max(1, those.length)];
    // No consumer of this name is running: the event is not handled, and its outbox row stays.
    if (!consumer || this.#closing.signal.aborted) throw new Closing();
    const work = Promise.resolve(JSON.parse(text))
      .then((raw) => consumer.handle(raw, attempt))
      .catch((): DeliveryResult => ({ retryInMs: 1000 }));
    this.#running.set(work, consumer);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Waits for running handlers of one consumer or of all. */
  async #awaitRunning(consumer?: Consumer): Promise<void> {
    const begun = [...this.#running].filter(([, whose]) => !consumer || whose === consumer);
    await Promise.allSettled(begun.map(([work]) => work));
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const signal = this.#closing.signal;
      const onAbort = () => {
        clearTimeout(timer);
        reject(new Closing());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, delayMs);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  async consume(consumer: Consumer): Promise<Stop> {
    const those = this.#consumers.get(consumer.name) ?? [];
    this.#consumers.set(consumer.name, [...those, consumer]);
    this.#subjects.set(consumer.name, consumer.subjects);
    return async () => {
      const left = (this.#consumers.get(consumer.name) ?? []).filter((one) => one !== consumer);
      // The name of a stopped consumer stays registered, so that its events do not count as handled.
      this.#consumers.set(consumer.name, left);
      await this.#awaitRunning(consumer);
    };
  }

  async caughtUp(name: string): Promise<boolean> {
    return (this.#unhandled.get(name) ?? 0) === 0;
  }

  async lag(name: string): Promise<number | undefined> {
    return this.#subjects.has(name) ? (this.#unhandled.get(name) ?? 0) : undefined;
  }

  async request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    const handler = this.#requestHandlers.get(subject);
    if (!handler) throw new BusUnavailable(`there is no handler for ${subject}`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BusUnavailable(`${subject} took too long`)), timeoutMs);
    });
    const copy = JSON.parse(JSON.stringify(payload));
    try {
      return JSON.parse(JSON.stringify(await Promise.race([handler(copy, traceparent()), late])));
    } finally {
      clearTimeout(timer);
    }
  }

  async handleRequests(subject: string, handler: BusRequestHandler): Promise<Stop> {
    this.#requestHandlers.set(subject, handler);
    return async () => {
      if (this.#requestHandlers.get(subject) === handler) this.#requestHandlers.delete(subject);
    };
  }

  publishSignal(topic: string, signal: ChangeSignal): void {
    for (const handler of this.#subscribers.get(topic) ?? [])
      queueMicrotask(() => handler({ ...signal }));
  }

  async subscribe(topic: string, handler: (signal: ChangeSignal) => void): Promise<Stop> {
    const those = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, those.add(handler));
    return async () => {
      those.delete(handler);
      if (those.size === 0 && this.#subscribers.get(topic) === those)
        this.#subscribers.delete(topic);
    };
  }

  healthy(): boolean {
    return !this.#closing.signal.aborted;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#open();
    await this.#queue.idle();
    await this.#awaitRunning();
  }
}
