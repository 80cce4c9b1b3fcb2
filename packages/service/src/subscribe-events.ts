/** Door for facts: each event's effect and its inbox row commit together, so that twice is once. */

import { kindOf, readableKinds, readEvent } from '@nameloan/contracts/event-versions.ts';
import type { Event, Subject } from '@nameloan/contracts/events.ts';
import type { Collection } from 'mongoose';
import type { Bus, DeliveryResult, Stop } from './bus/bus.ts';
import type { Log } from './log.ts';
import { withRequestId } from './log.ts';
import { databaseDeadlineMs, inTime, isDatabaseAway } from './store/database-unavailable.ts';
import type { Deferral, DeferralReason } from './store/deferred-events.ts';
import type { InboxRow, Store } from './store/store.ts';
import type { Tx } from './store/tx.ts';
import { recordError, traced } from './trace.ts';

/** Fact → use case. A handler writes only through `tx` and may run several times. */
export type EventHandlers = { [S in Subject]?: (event: Event<S>, tx: Tx) => Promise<void> };

/** The fact is true but something it builds on has not arrived here yet; it is tried again soon. */
export class DependencyNotReadyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TooEarly';
  }
}

const minDeferralMs = 400;
/** Attempt of what may have had its effect: it was here before. */
const again = 2;
/** What a rival has begun and its majority does not hold yet may be undone by a failover: nothing is built on it. */
const safe = { readConcern: { level: 'majority' } } as const;

export async function subscribeToEvents(
  store: Store,
  bus: Bus,
  options: { handlers: EventHandlers; log: Log },
): Promise<Stop> {
  const subjects = Object.keys(options.handlers) as Subject[];
  const reader = new Reader(store, options);
  store.deadLetters.setRetryHandler((raw) => reader.retry(raw));
  const stopReading = await bus.consume({
    name: store.service,
    subjects,
    handle: (raw, attempt) => reader.handle(raw, attempt),
  });
  store.deferredEvents.start({
    kinds: subjects.flatMap((subject) => readableKinds(subject)),
    handle: (raw) => reader.take(raw),
    deadLetter: (raw, fault) => reader.bury(raw, fault),
    log: options.log,
  });
  return async () => {
    await stopReading();
    await store.deferredEvents.stop();
  };
}

class Reader {
  readonly #store: Store;
  readonly #inbox: Collection<InboxRow>;
  readonly #handlers: EventHandlers;
  readonly #log: Log;

  constructor(store: Store, options: { handlers: EventHandlers; log: Log }) {
    this.#store = store;
    this.#inbox = store.inbox;
    this.#handlers = options.handlers;
    this.#log = options.log;
  }

  /** One delivery: done, parked, or put aside, and always off the bus; again only where the store is away. */
  async handle(raw: unknown, attempt: number): Promise<DeliveryResult> {
    const read = readEvent(raw);
    const startedMs = performance.now();
    try {
      if ('fault' in read) {
        await this.bury(raw, read.fault);
        return { drop: true };
      }
      const delay = await this.#judge(read, attempt);
      // Of a store that has let the effect wait in vain no more is expected than of one deadline in all.
      const leftMs = databaseDeadlineMs - (performance.now() - startedMs);
      if (delay) await inTime(this.#park(raw, delay), Math.max(minDeferralMs, leftMs));
      return { done: true };
    } catch {
      return { retryInMs: 1000 };
    }
  }

  /** Another try of a parked fact. */
  async take(raw: unknown): Promise<Deferral | undefined> {
    const read = readEvent(raw);
    if (!('fault' in read)) return this.#judge(read, again);
    // Its own release would have parked it; this one knows that it is none.
    await this.bury(raw, read.fault);
    return undefined;
  }

  /** Hands over an event that was put aside; throws when it still cannot be handled. */
  async retry(raw: unknown): Promise<void> {
    const read = readEvent(raw);
    if (!('event' in read)) throw new Error('fault' in read ? read.fault : read.unknown);
    const { event } = read;
    await this.#traced(event, again, () => withRequestId(event.id, () => this.#once(event, again)));
  }

  async #judge(
    read: { event: Event } | { unknown: string },
    attempt: number,
  ): Promise<Deferral | undefined> {
    if ('unknown' in read) return { reason: 'unknown', fault: read.unknown };
    const { event } = read;
    return this.#traced(event, attempt, () => this.#effect(event, attempt));
  }

  async #effect(event: Event, attempt: number): Promise<Deferral | undefined> {
    if (!this.#handlers[event.subject])
      return { reason: 'unknown', fault: `nobody here reads ${event.subject}` };
    try {
      await withRequestId(event.id, () => this.#once(event, attempt));
      return undefined;
    } catch (error) {
      const delay = { why: whyOf(error), fault: String(error) };
      if (delay.why !== 'early') recordError(error);
      const about = { err: error, event: event.id, subject: event.subject, attempt };
      if (delay.why === 'early') this.#log.debug(about, 'a fact came early');
      else if (delay.why === 'failed') this.#log.error(about, 'a handler failed');
      return delay;
    }
  }

  async #park(raw: unknown, delay: Deferral): Promise<void> {
    const { id, subject, v } = raw as Event;
    if (delay.reason === 'unknown')
      this.#log.warn({ event: id, subject, v }, 'an unknown fact waits');
    await this.#store.deferredEvents.add(raw, { id, kind: kindOf(subject, v) }, delay);
  }

  /** A delivery goes on with the trace of the commit that told the fact, the first and any later one. */
  #traced<R>(event: Event, attempt: number, work: () => Promise<R>): Promise<R> {
    const { id, subject, aggregateId, traceparent } = event;
    const attributes = {
      'nameloan.event': id,
      'nameloan.aggregate': aggregateId,
      'nameloan.attempt': attempt,
    };
    const part = this.#store.service;
    const options = { kind: 'consumer' as const, part, parent: traceparent ?? null, attributes };
    return traced(`handle ${subject}`, options, work);
  }

  async #once(event: Event, attempt: number): Promise<void> {
    const handler = this.#handlers[event.subject] as
      | ((event: Event, tx: Tx) => Promise<void>)
      | undefined;
    // A row in the inbox without an effect would keep the release that has one from it.
    if (!handler) throw new Error(`nobody here reads ${event.subject}`);
    // A first delivery is hardly ever known, and where it is, the insert of its row says so: at the price of a
    // transaction for each fact where a durable was made anew.
    if (attempt > 1 && (await this.#isTaken(event))) return;
    try {
      await this.#store.commit(async (tx) => {
        const row = { _id: event.id, at: new Date() };
        await this.#inbox.insertOne(row, { session: tx.session as never });
        await handler(event, tx);
      });
    } catch (error) {
      // It was taken before, or a rival worker had the same delivery and has committed it.
      if ((error as { code?: unknown }).code === 11000 && (await this.#isTaken(event))) return;
      throw error;
    }
  }

  async #isTaken({ id }: Event): Promise<boolean> {
    return (await this.#inbox.findOne({ _id: id }, safe)) !== null;
  }

  async bury(raw: unknown, fault: string): Promise<void> {
    const subject = String((raw as { subject?: unknown } | null)?.subject ?? 'unreadable');
    await this.#store.deadLetters.add(raw, fault);
    this.#log.error({ subject, fault }, 'an event was put aside for a person to look at');
  }
}

function whyOf(error: unknown): DeferralReason {
  if (error instanceof DependencyNotReadyError) return 'early';
  const away = isDatabaseAway(error) || (error as { code?: unknown }).code === 'UNAVAILABLE';
  return away ? 'away' : 'failed';
}
