/** A flow of events from an outbox to two replicas of a service, each with its own bus, that counts their effects. */

import type { Event } from '@nameloan/contracts/events';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import type { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import { subscribeToEvents } from '@nameloan/subgraph/subscribe-events';
import type { TestDatabase } from '../database/database.ts';
import { until } from '../until.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');

export interface EventFlow {
  /** Commits about this many events per second until the returned function is called. */
  load(perSecond: number): () => Promise<void>;
  /** Aggregate ids of the events committed so far. */
  committed: string[];
  /** Longest time in ms between two events stored by the broker, since the last call. */
  maxGapMs(): number;
  /** Starts both consumers; they can be stopped and started again. */
  read(): Promise<Stop>;
  /** Waits until the outbox is empty and the consumers have acknowledged everything. */
  settle(deadlineMs: number): Promise<void>;
  /** Aggregate id → number of effects of its event. */
  effects(): Promise<Map<string, number>>;
  /** Number of handler calls, including duplicates. */
  deliveries(): number;
  buses: NatsBus[];
  stop(): Promise<void>;
}

export async function startEventFlow(
  database: TestDatabase,
  connect: (name: string) => Promise<NatsBus>,
): Promise<EventFlow> {
  const buses = await Promise.all(['publisher', 'reader-1', 'reader-2'].map(connect));
  const [publisherBus, ...readerBuses] = buses as [NatsBus, NatsBus, NatsBus];
  const publisher = await openStore(database, 'publisher');
  const gaps = { last: Date.now(), max: 0 };
  const delivered = { count: 0 };
  const committed: string[] = [];
  publisher.outbox.start(watchGaps(publisherBus, gaps), newId(), log);
  const stops = new Set<Stop>();
  const name = `reader_${newId().slice(-8)}`;
  const effects = await openStore(database, name);
  return {
    committed,
    buses,
    load: (perSecond) => commitEvents(publisher, committed, perSecond),
    maxGapMs: () => {
      const { max } = gaps;
      Object.assign(gaps, { max: 0, last: Date.now() });
      return max;
    },
    read: async () => {
      const readers = await Promise.all(
        readerBuses.map((bus) => openReader(database, { name, bus, delivered })),
      );
      const stop = async () => {
        stops.delete(stop);
        await Promise.all(readers.map((one) => one()));
      };
      stops.add(stop);
      return stop;
    },
    settle: async (deadlineMs) => {
      await until(async () => (await publisher.outbox.waiting()) === 0, deadlineMs);
      await until(async () => (await readerBuses[0].lag(name)) === 0, deadlineMs);
    },
    effects: async () => {
      const rows = effects.connection.collection<{ about: string }>('effects').find({});
      const counts = new Map<string, number>();
      for await (const { about } of rows) counts.set(about, (counts.get(about) ?? 0) + 1);
      return counts;
    },
    deliveries: () => delivered.count,
    stop: async () => {
      for (const stop of stops) await stop();
      await publisher.outbox.stop();
      for (const bus of buses) await bus.close();
      for (const store of [publisher, effects]) await store.close();
    },
  };
}

async function openStore(database: TestDatabase, name: string): Promise<Store> {
  const store = new Store(name);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  return store;
}

/** One replica. Every handler call adds a row, so that a duplicate effect is a second row. */
async function openReader(
  database: TestDatabase,
  { name, bus, delivered }: { name: string; bus: Bus; delivered: { count: number } },
): Promise<Stop> {
  const store = new Store(name);
  const effects = store.defineModel<{ id: string; version: number; about: string }>('effects', {
    label: 'effect',
    fields: { version: Number, about: String },
  });
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  const stop = await subscribeToEvents(store, bus, {
    log,
    handlers: {
      [subject]: async (event: Event<typeof subject>, tx) => {
        delivered.count++;
        await effects.add({ id: newId(), version: 1, about: event.aggregateId }, tx);
      },
    },
  });
  return async () => {
    await stop();
    await store.close();
  };
}

function commitEvents(store: Store, committed: string[], perSecond: number): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const id = newId();
    const work = store
      .commit(async (tx) => {
        tx.emit(subject, { id, version: 1 }, { accountId: id, availableCents: 1 });
      })
      .then(() => void committed.push(id));
    running.add(work);
    void work.finally(() => running.delete(work));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all([...running]);
  };
}

/** The bus, measuring the gaps between stored events. */
function watchGaps(bus: Bus, gaps: { last: number; max: number }): Bus {
  const publish: Bus['publish'] = async (event) => {
    await bus.publish(event);
    const at = Date.now();
    gaps.max = Math.max(gaps.max, at - gaps.last);
    gaps.last = at;
  };
  return Object.create(bus, { publish: { value: publish } });
}
