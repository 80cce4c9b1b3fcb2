/**
 * The bus inside one process: it hands events to the handlers here and calls them safe only when all
 * have committed, so that with the outbox the guarantees are those of a broker.
 */

import type { Event } from '@nameloan/contracts/events.ts';
import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import { traceparent } from '../trace.ts';
import type { Bus, BusRequestHandler, Consumer, DeliveryResult, Stop } from './bus.ts';
import { BusUnavailable } from './bus.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Rejects deliveries that wait for another try when bus or reader is gone; their outbox rows stay. */
class Closing extends Error {}

export class LocalBus implements Bus {
  readonly #consumers = new Map<string, Consumer[]>();
  /** What every name that was ever here reads. */
  readonly #subjects = new Map<string, readonly string[]>();
  /** How many events each name has yet to handle. */
  readonly #unhandled = new Map<string, number>();
  readonly #inHand = new Map<Promise<DeliveryResult>, Consumer>();
  readonly #answers = new Map<string, BusRequestHandler>();
  readonly #hearers = new Map<string, Set<(signal: ChangeSignal) => void>>();
  readonly #queue = new KeyedQueue();
  readonly #closing = new AbortController();
  readonly #turn = new Map<string, number>();
  #opened: Promise<void>;
  #open: () => void = () => {};

  /** `hold`: events wait until `open()`, so that no consumer misses what is published while parts still start. */
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
      throw new BusUnavailable('not every reader was there until it was done');
    }
  }

  /** First tries keep the order of one aggregate; later tries do not hold up the rest. */
  async #deliver(name: string, aggregateId: string, text: string): Promise<void> {
    this.#unhandled.set(name, (this.#unhandled.get(name) ?? 0) + 1);
    try {
      const first = () => this.#hand(name, text, 1);
      let verdict = await this.#queue.run(`${name} ${aggregateId}`, first);
      for (let attempt = 2; 'againInMs' in verdict; attempt++) {
        await this.#pause(verdict.retryInMs);
        verdict = await this.#hand(name, text, attempt);
      }
    } finally {
      this.#unhandled.set(name, (this.#unhandled.get(name) ?? 1) - 1);
    }
  }

  async #hand(name: string, text: string, attempt: number): Promise<DeliveryResult> {
    const those = this.#consumers.get(name) ?? [];
    const turn = this.#turn.get(name) ?? 0;
    this.#turn.set(name, turn + 1);
    const consumer = those[turn % Math.max(1, those.length)];
    // Nobody of this name is here now: the event is not safe, and its outbox row stays.
    if (!consumer || this.#closing.signal.aborted) throw new Closing();
    const work = Promise.resolve(JSON.parse(text))
      .then((raw) => consumer.handle(raw, attempt))
      .catch((): DeliveryResult => ({ retryInMs: 1000 }));
    this.#inHand.set(work, consumer);
    try {
      return await work;
    } finally {
      this.#inHand.delete(work);
    }
  }

  /** Waits for what handlers have begun, of one consumer or of all. */
  async #handled(consumer?: Consumer): Promise<void> {
    const begun = [...this.#inHand].filter(([, whose]) => !consumer || whose === consumer);
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
      // A stopped part still owes its events: its name stays known, so that they are not called done.
      this.#consumers.set(consumer.name, left);
      await this.#handled(consumer);
    };
  }

  async caughtUp(name: string): Promise<boolean> {
    return (this.#unhandled.get(name) ?? 0) === 0;
  }

  async lag(name: string): Promise<number | undefined> {
    return this.#subjects.has(name) ? (this.#unhandled.get(name) ?? 0) : undefined;
  }

  async request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    const handler = this.#answers.get(subject);
    if (!handler) throw new BusUnavailable(`nobody answers ${subject}`);
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
    this.#answers.set(subject, handler);
    return async () => {
      if (this.#answers.get(subject) === handler) this.#answers.delete(subject);
    };
  }

  publishSignal(topic: string, signal: ChangeSignal): void {
    for (const handler of this.#hearers.get(topic) ?? [])
      queueMicrotask(() => handler({ ...signal }));
  }

  async subscribe(topic: string, handler: (signal: ChangeSignal) => void): Promise<Stop> {
    const those = this.#hearers.get(topic) ?? new Set();
    this.#hearers.set(topic, those.add(handler));
    return async () => {
      those.delete(handler);
      if (those.size === 0 && this.#hearers.get(topic) === those) this.#hearers.delete(topic);
    };
  }

  healthy(): boolean {
    return !this.#closing.signal.aborted;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#open();
    await this.#queue.idle();
    await this.#handled();
  }
}
