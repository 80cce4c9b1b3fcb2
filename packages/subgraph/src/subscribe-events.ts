/** Event consumer: a handler's effect and the inbox row commit together, so that duplicate deliveries are no-ops. */

import { kindOf, readableKinds, readEvent } from '@nameloan/contracts/event-versions';
import type { Event, Subject } from '@nameloan/contracts/events';
import type { Bus, DeliveryResult, Stop } from '@nameloan/messaging/bus';
import {
  databaseDeadlineMs,
  inTime,
  isDatabaseUnavailable,
} from '@nameloan/persistence/database-unavailable';
import type { Deferral, DeferralReason } from '@nameloan/persistence/events/deferred-events';
import type { InboxRow, Store } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import type { Log } from '@nameloan/runtime/log';
import { withRequestId } from '@nameloan/runtime/log';
import { recordError, traced } from '@nameloan/runtime/trace';
import type { Collection } from 'mongoose';

/** Event subject → handler. A handler writes only through `tx` and may run several times. */
export type EventHandlers = { [S in Subject]?: (event: Event<S>, tx: Tx) => Promise<void> };

/** Thrown by a handler when an event that it depends on has not arrived yet; the event is retried soon. */
export class DependencyNotReadyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DependencyNotReadyError';
  }
}

const minDeferralMs = 400;
/** Attempt number of a retry, whose effect may already be committed. */
const retryAttempt = 2;
/** A failover may roll back what the majority does not have, so it must not count as handled. */
const safe = { readConcern: { level: 'majority' } } as const;

export async function subscribeToEvents(
  store: Store,
  bus: Bus,
  options: { handlers: EventHandlers; log: Log },
): Promise<Stop> {
  const subjects = Object.keys(options.handlers) as Subject[];
  const reader = new Reader(store, options);
  store.deadLetters.setRetryHandler((raw) => reader.retryDeadLetter(raw));
  const stopReading = await bus.consume({
    name: store.service,
    subjects,
    handle: (raw, attempt) => reader.handle(raw, attempt),
  });
  store.deferredEvents.start({
    kinds: subjects.flatMap((subject) => readableKinds(subject)),
    handle: (raw) => reader.retryDeferred(raw),
    deadLetter: (raw, fault) => reader.deadLetter(raw, fault),
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
  #failures = 0;

  constructor(store: Store, options: { handlers: EventHandlers; log: Log }) {
    this.#store = store;
    this.#inbox = store.inbox;
    this.#handlers = options.handlers;
    this.#log = options.log;
  }

  /** Handles, defers or dead-letters one delivery, and acknowledges it unless the database is unavailable. */
  async handle(raw: unknown, attempt: number): Promise<DeliveryResult> {
    const read = readEvent(raw);
    const startedMs = performance.now();
    try {
      if ('fault' in read) {
        await this.deadLetter(raw, read.fault);
        this.#store.inboxHealth.succeeded();
        return { drop: true };
      }
      const deferral = await this.#process(read, attempt);
      // Handling and deferring share one deadline, so that an unavailable database cannot take two.
      const leftMs = databaseDeadlineMs - (performance.now() - startedMs);
      if (deferral) {
        await inTime(this.#defer(raw, deferral), Math.max(minDeferralMs, leftMs));
        this.#store.inboxHealth.succeeded();
      }
      return { done: true };
    } catch (error) {
      if (this.#failures++ % 20 === 0)
        this.#log.warn({ err: error }, 'an event can be neither handled nor deferred');
      this.#store.inboxHealth.failed(error);
      return { retryInMs: 1000 };
    }
  }

  /** Retries a deferred event. */
  async retryDeferred(raw: unknown): Promise<Deferral | undefined> {
    const read = readEvent(raw);
    if (!('fault' in read)) return this.#process(read, retryAttempt);
    // Another release deferred it as unknown; this release knows that it is invalid.
    await this.deadLetter(raw, read.fault);
    return undefined;
  }

  /** Handles a dead letter; throws if it still cannot be handled. */
  async retryDeadLetter(raw: unknown): Promise<void> {
    const read = readEvent(raw);
    if (!('event' in read)) throw new Error('fault' in read ? read.fault : read.unknown);
    const { event } = read;
    await this.#traced(event, retryAttempt, () =>
      withRequestId(event.id, () => this.#handleOnce(event, retryAttempt)),
    );
  }

  async #process(
    read: { event: Event } | { unknown: string },
    attempt: number,
  ): Promise<Deferral | undefined> {
    if ('unknown' in read) return { reason: 'unknown', fault: read.unknown };
    const { event } = read;
    return this.#traced(event, attempt, () => this.#tryHandler(event, attempt));
  }

  async #tryHandler(event: Event, attempt: number): Promise<Deferral | undefined> {
    if (!this.#handlers[event.subject])
      return { reason: 'unknown', fault: `no handler for ${event.subject}` };
    try {
      await withRequestId(event.id, () => this.#handleOnce(event, attempt));
      return undefined;
    } catch (error) {
      const deferral = { reason: reasonOf(error), fault: String(error) };
      if (deferral.reason !== 'early') recordError(error);
      const about = { err: error, event: event.id, subject: event.subject, attempt };
      if (deferral.reason === 'early')
        this.#log.debug(about, 'an event arrived before one that it depends on');
      else if (deferral.reason === 'failed') this.#log.error(about, 'an event handler failed');
      return deferral;
    }
  }

  async #defer(raw: unknown, deferral: Deferral): Promise<void> {
    const { id, subject, v } = raw as Event;
    if (deferral.reason === 'unknown')
      this.#log.warn({ event: id, subject, v }, 'an unknown event is deferred');
    await this.#store.deferredEvents.add(raw, { id, kind: kindOf(subject, v) }, deferral);
  }

  /** Every delivery continues the trace of the commit that emitted the event. */
  #traced<R>(event: Event, attempt: number, work: () => Promise<R>): Promise<R> {
    const { id, subject, aggregateId, traceparent } = event;
    const attributes = {
      'nameloan.event': id,
      'nameloan.aggregate': aggregateId,
      'nameloan.attempt': attempt,
    };
    const service = this.#store.service;
    const options = { kind: 'consumer' as const, service, parent: traceparent ?? null, attributes };
    return traced(`handle ${subject}`, options, work);
  }

  async #handleOnce(event: Event, attempt: number): Promise<void> {
    const handler = this.#handlers[event.subject] as
      | ((event: Event, tx: Tx) => Promise<void>)
      | undefined;
    // An inbox row without an effect would hide the event from a release that has a handler for it.
    if (!handler) throw new Error(`no handler for ${event.subject}`);
    // A first delivery is rarely a duplicate, and the insert of its row detects one: only a recreated durable costs
    // a transaction for each event.
    if (attempt > 1 && (await this.#isHandled(event))) return;
    try {
      await this.#store.commit(async (tx) => {
        const row = { _id: event.id, at: new Date() };
        await this.#inbox.insertOne(row, { session: tx.session as never });
        await handler(event, tx);
      });
    } catch (error) {
      // It was handled before, or another worker has committed the same delivery.
      if ((error as { code?: unknown }).code === 11000 && (await this.#isHandled(event))) return;
      throw error;
    }
  }

  async #isHandled({ id }: Event): Promise<boolean> {
    return (await this.#inbox.findOne({ _id: id }, safe)) !== null;
  }

  async deadLetter(raw: unknown, fault: string): Promise<void> {
    const subject = String((raw as { subject?: unknown } | null)?.subject ?? 'unreadable');
    await this.#store.deadLetters.add(raw, fault);
    this.#log.error({ subject, fault }, 'an event became a dead letter');
  }
}

function reasonOf(error: unknown): DeferralReason {
  if (error instanceof DependencyNotReadyError) return 'early';
  const away = isDatabaseUnavailable(error) || (error as { code?: unknown }).code === 'UNAVAILABLE';
  return away ? 'away' : 'failed';
}
