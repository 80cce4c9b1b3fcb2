/** Door for facts: each event's effect and its inbox row commit together, so that twice is once. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { envelope, events } from '@nameloan/contracts/events.ts';
import type { Collection } from 'mongoose';
import { Counter } from 'prom-client';
import type { Bus, Stop, Verdict } from './bus/bus.ts';
import type { Log } from './log.ts';
import { withRequestId } from './log.ts';
import { ignoreExisting } from './store/outbox.ts';
import type { Store } from './store/store.ts';
import { isDatabaseAway } from './store/store.ts';
import type { Tx } from './store/tx.ts';

/** Fact → use case. A handler writes only through `tx` and may run several times. */
export type EventHandlers = { [S in Subject]?: (event: Event<S>, tx: Tx) => Promise<void> };

/** The fact is true but something it builds on has not arrived here yet; it is tried again soon. */
export class TooEarly extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TooEarly';
  }
}

export const maxAttempts = 30;
const longestDelayMs = 20_000;
const inboxDays = 30;

export const deadLetters = new Counter({
  name: 'nameloan_dead_letters_total',
  help: 'Events that could not be handled and wait for a person',
  labelNames: ['service', 'subject'],
});

type InboxRow = { _id: string; at: Date };

export async function listen(
  store: Store,
  bus: Bus,
  options: { handlers: EventHandlers; log: Log },
): Promise<Stop> {
  const subjects = Object.keys(options.handlers) as Subject[];
  await store.connection.createCollection('inbox').catch(ignoreExisting);
  await store.connection.createCollection('dead_letters').catch(ignoreExisting);
  const inbox = store.connection.collection<InboxRow>('inbox');
  await inbox.createIndex({ at: 1 }, { expireAfterSeconds: inboxDays * 86_400 });
  const reader = new Reader(store, inbox, options);
  return bus.consume({
    name: store.service,
    subjects,
    handle: (raw, attempt) => reader.handle(raw, attempt),
  });
}

class Reader {
  readonly #store: Store;
  readonly #inbox: Collection<InboxRow>;
  readonly #handlers: EventHandlers;
  readonly #log: Log;

  constructor(
    store: Store,
    inbox: Collection<InboxRow>,
    options: { handlers: EventHandlers; log: Log },
  ) {
    this.#store = store;
    this.#inbox = inbox;
    this.#handlers = options.handlers;
    this.#log = options.log;
  }

  async handle(raw: unknown, attempt: number): Promise<Verdict> {
    const read = readEvent(raw);
    if ('fault' in read) return this.#bury(raw, read.fault);
    const { event } = read;
    try {
      await withRequestId(event.id, () => this.#once(event));
      return { done: true };
    } catch (error) {
      if (isDatabaseAway(error) || (error as { code?: unknown }).code === 'UNAVAILABLE') {
        return { againInMs: 1000 };
      }
      const early = error instanceof TooEarly;
      const about = { err: error, event: event.id, subject: event.subject, attempt };
      if (early) this.#log.debug(about, 'a fact came early');
      else this.#log.error(about, 'a handler failed');
      if (attempt >= maxAttempts) return this.#bury(raw, String(error));
      return { againInMs: Math.min(longestDelayMs, early ? 100 * attempt : 100 * 2 ** attempt) };
    }
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
      await this.#store.connection
        .collection('dead_letters')
        .insertOne({ raw: JSON.stringify(raw).slice(0, 100_000), fault, at: new Date() });
    } catch {
      return { againInMs: 1000 };
    }
    deadLetters.inc({ service: this.#store.service, subject });
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
