/** Facts under way from an outbox to two replicas of a service, each with a bus of its own, and the count of their effects. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { Bus, Stop } from '../bus/bus.ts';
import type { NatsBus } from '../bus/nats-bus.ts';
import { newId } from '../id.ts';
import { createLog } from '../log.ts';
import { Store } from '../store/store.ts';
import { subscribeToEvents } from '../subscribe-events.ts';
import type { TestDatabase } from './database.ts';
import { until } from './until.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');

export interface FactFlow {
  /** Commits facts, about so many a second, until the returned function is called. */
  load(perSecond: number): () => Promise<void>;
  /** Ids of the facts committed so far. */
  told: string[];
  /** Longest time in ms between two facts that the broker has stored, since the last call. */
  longestGapMs(): number;
  /** Starts the two readers; they may be stopped and started again. */
  read(): Promise<Stop>;
  /** Waits until nothing waits in the outbox and the readers have acknowledged everything. */
  settle(deadlineMs: number): Promise<void>;
  /** Id of the aggregate → how many effects its one fact had. */
  effects(): Promise<Map<string, number>>;
  /** How often a fact came that had had its effect, or was being handled by the other replica. */
  handed(): number;
  buses: NatsBus[];
  stop(): Promise<void>;
}

export async function startFactFlow(
  database: TestDatabase,
  connect: (name: string) => Promise<NatsBus>,
): Promise<FactFlow> {
  const buses = await Promise.all(['teller', 'reader-1', 'reader-2'].map(connect));
  const [telling, ...reading] = buses as [NatsBus, NatsBus, NatsBus];
  const teller = await openStore(database, 'teller');
  const gaps = { last: Date.now(), longest: 0 };
  const handed = { count: 0 };
  const told: string[] = [];
  teller.outbox.start(watchGaps(telling, gaps), newId(), log);
  const stops = new Set<Stop>();
  const name = `reader_${newId().slice(-8)}`;
  const effects = await openStore(database, name);
  return {
    told,
    buses,
    load: (perSecond) => tell(teller, told, perSecond),
    longestGapMs: () => {
      const { longest } = gaps;
      Object.assign(gaps, { longest: 0, last: Date.now() });
      return longest;
    },
    read: async () => {
      const readers = await Promise.all(
        reading.map((bus) => openReader(database, { name, bus, handed })),
      );
      const stop = async () => {
        stops.delete(stop);
        await Promise.all(readers.map((one) => one()));
      };
      stops.add(stop);
      return stop;
    },
    settle: async (deadlineMs) => {
      await until(async () => (await teller.outbox.waiting()) === 0, deadlineMs);
      await until(async () => (await reading[0].lag(name)) === 0, deadlineMs);
    },
    effects: async () => {
      const rows = effects.connection.collection<{ about: string }>('effects').find({});
      const counts = new Map<string, number>();
      for await (const { about } of rows) counts.set(about, (counts.get(about) ?? 0) + 1);
      return counts;
    },
    handed: () => handed.count,
    stop: async () => {
      for (const stop of stops) await stop();
      await teller.outbox.stop();
      for (const bus of buses) await bus.close();
      for (const store of [teller, effects]) await store.close();
    },
  };
}

async function openStore(database: TestDatabase, name: string): Promise<Store> {
  const store = new Store(name);
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${name}` });
  return store;
}

/** One replica: every handling adds a row, so that a second effect of a fact is a second row. */
async function openReader(
  database: TestDatabase,
  { name, bus, handed }: { name: string; bus: Bus; handed: { count: number } },
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
        handed.count++;
        await effects.add({ id: newId(), version: 1, about: event.aggregateId }, tx);
      },
    },
  });
  return async () => {
    await stop();
    await store.close();
  };
}

function tell(store: Store, told: string[], perSecond: number): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const id = newId();
    const work = store
      .commit(async (tx) => {
        tx.emit(subject, { id, version: 1 }, { accountId: id, availableCents: 1 });
      })
      .then(() => void told.push(id));
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all([...underWay]);
  };
}

/** The bus with a watch beside it: when facts are stored, and for how long none is. */
function watchGaps(bus: Bus, gaps: { last: number; longest: number }): Bus {
  const publish: Bus['publish'] = async (event) => {
    await bus.publish(event);
    const at = Date.now();
    gaps.longest = Math.max(gaps.longest, at - gaps.last);
    gaps.last = at;
  };
  return Object.create(bus, { publish: { value: publish } });
}
