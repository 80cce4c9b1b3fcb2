/** Prometheus metrics of the stores that are open in this process: waiting events, failing jobs and dead letters. */

import { timeOfId } from '@nameloan/runtime/id';
import { Gauge } from 'prom-client';
import { inTime } from './database-unavailable.ts';
import type { DeadLetters } from './events/dead-letters.ts';
import type { DeferralReason, DeferredEvents } from './events/deferred-events.ts';
import type { Outbox } from './events/outbox.ts';
import type { Jobs } from './jobs/jobs.ts';

/** A scrape waits no longer for a database; the metric is then absent, which an alert detects. */
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

/** Exposes the metrics of a store until the returned function is called. */
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
    help: 'Events that could not be handled and need an operator',
    read: async ({ deadLetters }, set) => set(await deadLetters.count()),
  },
  {
    name: 'nameloan_deferred_events',
    help: 'Events that wait for a retry, by reason',
    labels: ['reason'],
    read: async ({ deferredEvents }, set) => {
      for (const reason of reasons) set(await deferredEvents.count(reason), { reason });
    },
  },
  {
    name: 'nameloan_deferred_oldest_seconds',
    help: 'Age of the oldest event that waits for a retry, by reason; 0 if there is none',
    labels: ['reason'],
    read: async ({ deferredEvents }, set) => {
      for (const reason of reasons) set(await deferredEvents.oldestSeconds(reason), { reason });
    },
  },
  {
    name: 'nameloan_outbox_events',
    help: 'Committed events that are not published yet',
    read: async ({ outbox }, set) => set(await outbox.waiting()),
  },
  {
    name: 'nameloan_outbox_oldest_seconds',
    help: 'Age of the oldest committed event that is not published yet; 0 if there is none',
    read: async ({ outbox }, set) => {
      const oldest = await outbox.oldest();
      // Another machine's clock may be ahead.
      set(oldest ? Math.max(0, (Date.now() - timeOfId(oldest)) / 1000) : 0);
    },
  },
  {
    name: 'nameloan_failing_jobs',
    help: 'Jobs whose last run failed and that will be retried',
    read: async ({ jobs }, set) => set(await jobs.failing()),
  },
];

/** Exposes a metric of every open store, or of `only` while it is open. */
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
