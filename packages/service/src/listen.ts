/** Door for facts: each event's effect and its inbox row commit together, so that twice is once. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { envelope, events } from '@nameloan/contracts/events.ts';
import type { Collection } from 'mongoose';
import type { Bus, Stop, Verdict } from './bus/bus.ts';
import type { Log } from './log.ts';
import { withRequestId } from './log.ts';
import { isDatabaseAway } from './store/database-away.ts';
import { openRows } from './store/open-rows.ts';
import type { Store } from './store/store.ts';
import type { Tx } from './store/tx.ts';
import { noteFailure, traced } from './trace.ts';

/** Fact → use case. A handler writes only through `tx` and may run several times. */
export type EventHandlers = { [S in Subject]?: (event: Event<S>, tx: Tx) => Promise<void> };

/** The fact is true but something it builds on has not arrived here yet; it is tried again soon. */
export class TooEarly extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TooEarly';
  }
}

/** An event is put aside only when both are used up: a part that is down for a while must stall no loan. */
export const patience = { failures: 30, ms: 45 * 60_000 };
const longestDelayMs = 30_000;
const inboxDays = 30;

type InboxRow = { _id: string; at: Date };

/** What is known of an event that its handler could not take yet; kept in the store, over restarts and replicas. */
interface Struggle {
  _id: string;
  failures: number;
  /** Wall time. */
  firstAt: Date;
}

/**
 * What follows the given failure of a handler: another try after a growing delay, or the end of patience.
 * Tries that failed only because the database or another part was away are not among the failures.
 */
export function afterFailure(
  failure: { failures: number; sinceMs: number },
  early: boolean,
): { againInMs: number } | 'put aside' {
  const { failures, sinceMs } = failure;
  if (failures >= patience.failures && sinceMs >= patience.ms) return 'put aside';
  const delayMs = early ? 100 * 1.3 ** failures : 100 * 2 ** failures;
  return { againInMs: Math.min(longestDelayMs, Math.round(delayMs)) };
}

export async function listen(
  store: Store,
  bus: Bus,
  options: { handlers: EventHandlers; log: Log },
): Promise<Stop> {
  const subjects = Object.keys(options.handlers) as Subject[];
  const inbox = await openRows<InboxRow>(store.connection, 'inbox');
  await inbox.createIndex({ at: 1 }, { expireAfterSeconds: inboxDays * 86_400 });
  const struggles = await openRows<Struggle>(store.connection, 'struggles');
  await struggles.createIndex({ firstAt: 1 }, { expireAfterSeconds: inboxDays * 86_400 });
  const reader = new Reader(store, { inbox, struggles }, options);
  await store.deadLetters.open(store.connection, (raw) => reader.retry(raw));
  return bus.consume({
    name: store.service,
    subjects,
    handle: (raw, attempt) => reader.handle(raw, attempt),
  });
}

class Reader {
  readonly #store: Store;
  readonly #inbox: Collection<InboxRow>;
  readonly #struggles: Collection<Struggle>;
  readonly #handlers: EventHandlers;
  readonly #log: Log;

  constructor(
    store: Store,
    rows: { inbox: Collection<InboxRow>; struggles: Collection<Struggle> },
    options: { handlers: EventHandlers; log: Log },
  ) {
    this.#store = store;
    this.#inbox = rows.inbox;
    this.#struggles = rows.struggles;
    this.#handlers = options.handlers;
    this.#log = options.log;
  }

  async handle(raw: unknown, attempt: number): Promise<Verdict> {
    const read = readEvent(raw);
    if ('fault' in read) return this.#bury(raw, read.fault);
    const { event } = read;
    return this.#traced(event, attempt, () => this.#take(event, { raw, attempt }));
  }

  async #take(event: Event, { raw, attempt }: { raw: unknown; attempt: number }): Promise<Verdict> {
    try {
      await withRequestId(event.id, () => this.#once(event));
      if (attempt > 1) await this.#struggles.deleteOne({ _id: event.id }).catch(() => undefined);
      return { done: true };
    } catch (error) {
      if (!(error instanceof TooEarly)) noteFailure(error);
      if (isDatabaseAway(error) || (error as { code?: unknown }).code === 'UNAVAILABLE') {
        return { againInMs: 1000 };
      }
      return this.#failed(event, error, { raw, attempt });
    }
  }

  async #failed(
    event: Event,
    error: unknown,
    { raw, attempt }: { raw: unknown; attempt: number },
  ): Promise<Verdict> {
    const early = error instanceof TooEarly;
    const about = { err: error, event: event.id, subject: event.subject, attempt };
    if (early) this.#log.debug(about, 'a fact came early');
    else this.#log.error(about, 'a handler failed');
    const wall = Date.now();
    const struggle = await this.#struggles.findOneAndUpdate(
      { _id: event.id },
      { $inc: { failures: 1 }, $setOnInsert: { firstAt: new Date(wall) } },
      { upsert: true, returnDocument: 'after' },
    );
    const failures = struggle?.failures ?? 1;
    const sinceMs = wall - (struggle?.firstAt.getTime() ?? wall);
    const next = afterFailure({ failures, sinceMs }, early);
    return next === 'put aside' ? this.#bury(raw, String(error)) : next;
  }

  /** Hands over an event that was put aside; throws when it still cannot be handled. */
  async retry(raw: unknown): Promise<void> {
    const read = readEvent(raw);
    if ('fault' in read) throw new Error(read.fault);
    const { event } = read;
    await this.#traced(event, 1, () => withRequestId(event.id, () => this.#once(event)));
    await this.#struggles.deleteOne({ _id: event.id });
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

  async #once(event: Event): Promise<void> {
    if (await this.#inbox.findOne({ _id: event.id })) return;
    try {
      await this.#store.commit(async (tx) => {
        const row = { _id: event.id, at: new Date() };
        await this.#inbox.insertOne(row, { session: tx.session as never });
        const handler = this.#handlers[event.subject] as
          | ((event: Event, tx: Tx) => Promise<void>)
          | undefined;
        await handler?.(event, tx);
      });
    } catch (error) {
      // A rival worker had the same delivery and has committed it.
      if (
        (error as { code?: unknown }).code === 11000 &&
        (await this.#inbox.findOne({ _id: event.id }))
      )
        return;
      throw error;
    }
  }

  async #bury(raw: unknown, fault: string): Promise<Verdict> {
    const subject = String((raw as { subject?: unknown } | null)?.subject ?? 'unreadable');
    try {
      await this.#store.deadLetters.add(raw, fault);
    } catch {
      return { againInMs: 1000 };
    }
    this.#log.error({ subject, fault }, 'an event was put aside for a person to look at');
    return { drop: true };
  }
}

function readEvent(raw: unknown): { event: Event } | { fault: string } {
  const outer = envelope.safeParse(raw);
  if (!outer.success) return { fault: `no event: ${outer.error.message}` };
  const { subject } = outer.data;
  if (!Object.hasOwn(events, subject)) return { fault: `unknown subject ${subject}` };
  const contract = events[subject as Subject];
  if (outer.data.v !== contract.version) return { fault: `unknown version ${outer.data.v}` };
  const data = contract.shape.safeParse(outer.data.data);
  if (!data.success) return { fault: `not in shape: ${data.error.message}` };
  return { event: { ...outer.data, subject: subject as Subject, data: data.data } };
}
