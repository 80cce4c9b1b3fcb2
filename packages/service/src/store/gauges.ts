/** Figures of the stores that are open in this process: what waits, since when, and what no longer goes on by itself. */

import { Gauge } from 'prom-client';
import { timeOfId } from '../id.ts';
import { inTime } from './database-unavailable.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { DeferralReason, DeferredEvents } from './deferred-events.ts';
import type { Jobs } from './jobs.ts';
import type { Outbox } from './outbox.ts';

/** A scrape waits no longer for a database; the figure is then absent, which an alert can see. */
const deadlineMs = 2_000;
const reasons: readonly DeferralReason[] = ['unknown', 'early', 'failed', 'away'];

interface ObservedStore {
  service: string;
  outbox: Outbox;
  jobs: Jobs;
  deferredEvents: DeferredEvents;
  deadLetters: DeadLetters;
}

const stores = new Set<ObservedStore>();

/** Its figures are shown until it is closed. */
export function observeStore(store: ObservedStore): () => void {
  stores.add(store);
  return () => stores.delete(store);
}

export interface StoreMetric {
  name: string;
  help: string;
  labels?: readonly string[];
  read(
    store: ObservedStore,
    set: (value: number, labels?: Record<string, string>) => void,
  ): Promise<void>;
}

const figures: readonly StoreMetric[] = [
  {
    name: 'nameloan_dead_letters',
    help: 'Events that could not be handled and wait for a person',
    read: async ({ deadLetters }, set) => set(await deadLetters.count()),
  },
  {
    name: 'nameloan_deferred_events',
    help: 'Facts that wait in the store for another try, by what keeps them',
    labels: ['why'],
    read: async ({ deferredEvents }, set) => {
      for (const why of reasons) set(await deferredEvents.count(why), { why });
    },
  },
  {
    name: 'nameloan_deferred_oldest_seconds',
    help: 'Age of the oldest fact that waits for another try, by what keeps it; 0 where there is none',
    labels: ['why'],
    read: async ({ deferredEvents }, set) => {
      for (const why of reasons) set(await deferredEvents.oldestSeconds(why), { why });
    },
  },
  {
    name: 'nameloan_outbox_events',
    help: 'Facts that are committed and not yet sent',
    read: async ({ outbox }, set) => set(await outbox.waiting()),
  },
  {
    name: 'nameloan_outbox_oldest_seconds',
    help: 'Age of the oldest fact that is committed and not yet sent; 0 where there is none',
    read: async ({ outbox }, set) => {
      const oldest = await outbox.oldest();
      // Another machine's clock may be ahead.
      set(oldest ? Math.max(0, (Date.now() - timeOfId(oldest)) / 1000) : 0);
    },
  },
  {
    name: 'nameloan_failing_jobs',
    help: 'Jobs whose last run failed and that will run again',
    read: async ({ jobs }, set) => set(await jobs.failing()),
  },
];

/** Shows a figure of every store that is open, or of this one alone while it is. */
export function exposeMetric(
  { name, help, labels = [], read }: StoreMetric,
  only?: ObservedStore,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['service', ...labels],
    async collect() {
      this.reset();
      const shown = [...stores].filter((store) => only === undefined || store === only);
      await Promise.all(
        shown.map((store) => {
          const set = (value: number, more = {}) =>
            this.set({ service: store.service, ...more }, value);
          return inTime(read(store, set), deadlineMs).catch(() => undefined);
        }),
      );
    },
  });
}

for (const figure of figures) exposeMetric(figure);
