/**
 * The bus inside one process: it hands events to the handlers here and calls them safe only when all
 * have committed, so that with the outbox the guarantees are those of a broker.
 */

import type { Event } from '@nameloan/contracts/events.ts';
import type { LiveSignal } from '@nameloan/contracts/topics.ts';
import type { Bus, Consumer, Stop, Verdict } from './bus.ts';
import { BusUnavailable } from './bus.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Rejects deliveries that wait for another try when the bus closes; their outbox rows stay. */
class Closing extends Error {}

export class LocalBus implements Bus {
  readonly #consumers = new Map<string, Consumer[]>();
  readonly #answers = new Map<string, (payload: unknown) => Promise<unknown>>();
  readonly #hearers = new Map<string, Set<(signal: LiveSignal) => void>>();
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
    const readers = [...this.#consumers.values()].filter((those) =>
      those[0]?.subjects.includes(event.subject),
    );
    const settled = await Promise.allSettled(
      readers.map((those) => this.#deliver(those, event.aggregateId, text)),
    );
    if (settled.some((one) => one.status === 'rejected')) {
      throw new BusUnavailable('the bus closed before every reader was done');
    }
  }

  /** First tries keep the order of one aggregate; later tries do not hold up the rest. */
  async #deliver(those: Consumer[], aggregateId: string, text: string): Promise<void> {
    const name = those[0]?.name ?? '';
    let verdict = await this.#queue.run(`${name} ${aggregateId}`, () => this.#hand(name, text, 1));
    for (let attempt = 2; 'againInMs' in verdict; attempt++) {
      await this.#pause(verdict.againInMs);
      verdict = await this.#hand(name, text, attempt);
    }
  }

  async #hand(name: string, text: string, attempt: number): Promise<Verdict> {
    const those = this.#consumers.get(name) ?? [];
    const turn = this.#turn.get(name) ?? 0;
    this.#turn.set(name, turn + 1);
    const consumer = those[turn % Math.max(1, those.length)];
    if (!consumer || this.#closing.signal.aborted) throw new Closing();
    try {
      return await consumer.handle(JSON.parse(text), attempt);
    } catch {
      return { againInMs: 1000 };
    }
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
    return async () => {
      const left = (this.#consumers.get(consumer.name) ?? []).filter((one) => one !== consumer);
      if (left.length > 0) this.#consumers.set(consumer.name, left);
      // A stopped part still owes its events: its name stays known, so that they are not called done.
      else
        this.#consumers.set(consumer.name, [
          { ...consumer, handle: async () => ({ againInMs: 500 }) },
        ]);
      await this.#queue.idle();
    };
  }

  async ask(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    const handler = this.#answers.get(subject);
    if (!handler) throw new BusUnavailable(`nobody answers ${subject}`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BusUnavailable(`${subject} took too long`)), timeoutMs);
    });
    const copy = JSON.parse(JSON.stringify(payload));
    try {
      return JSON.parse(JSON.stringify(await Promise.race([handler(copy), late])));
    } finally {
      clearTimeout(timer);
    }
  }

  async answer(subject: string, handler: (payload: unknown) => Promise<unknown>): Promise<Stop> {
    this.#answers.set(subject, handler);
    return async () => {
      if (this.#answers.get(subject) === handler) this.#answers.delete(subject);
    };
  }

  announce(topic: string, signal: LiveSignal): void {
    for (const handler of this.#hearers.get(topic) ?? [])
      queueMicrotask(() => handler({ ...signal }));
  }

  async hear(topic: string, handler: (signal: LiveSignal) => void): Promise<Stop> {
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
  }
}
