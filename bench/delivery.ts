/** Time from an event's commit in one service until another service has handled it, on one machine. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import { pauseUnref } from '@nameloan/runtime/pause-unref';
import { subscribeToEvents } from '@nameloan/subgraph/subscribe-events';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { median, percentile } from './percentiles.ts';
import { print, printBound } from './print.ts';

const subject = 'payments.balance.changed' as const;
const log = createLog('bench', 'silent');
const warmUp = 100;
const eventCount = 500;
const publishIntervalMs = 40;
const idlePeriods = 6;
/** Longer than any lease of the outbox relay. */
const idlePeriodMs = 4_000;
const maxMs = 20;

/** The embedded database as the product runs it: a separate process with a journal on disk. */
async function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const main = fileURLToPath(import.meta.resolve('@nameloan/embedded-mongo/main'));
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openStore(url: string, name: string): Promise<Store> {
  const store = new Store(name);
  await store.open({ mongoUrl: url, database: `bench_${newId().slice(-8)}_${name}` });
  return store;
}

/** Milliseconds from the end of each commit to the end of its handling. */
async function measure(bus: Bus, url: string, pausesMs: readonly number[]): Promise<number[]> {
  const [publisher, consumer] = [
    await openStore(url, 'publisher'),
    await openStore(url, 'consumer'),
  ];
  const onHandled = new Map<string, (atMs: number) => void>();
  const stop = await subscribeToEvents(consumer, bus, {
    log,
    handlers: {
      [subject]: async ({ aggregateId }, tx) =>
        tx.afterCommit(() => onHandled.get(aggregateId)?.(performance.now())),
    },
  });
  publisher.outbox.start(bus, newId(), log);
  const latencies: number[] = [];
  for (const pauseMs of pausesMs) {
    await pauseUnref(pauseMs);
    const id = newId();
    const handled = new Promise<number>((resolve) => onHandled.set(id, resolve));
    await publisher.commit(async (tx) => {
      tx.emit(subject, { id, version: 1 }, { accountId: id, availableCents: 1 });
    });
    const committedMs = performance.now();
    latencies.push(Math.max(0, (await handled) - committedMs));
  }
  await stop();
  await publisher.outbox.stop();
  await Promise.all([publisher.close(), consumer.close()]);
  return latencies;
}

async function benchBus(bus: Bus, url: string, name: string): Promise<void> {
  const steady = Array<number>(warmUp + eventCount).fill(publishIntervalMs);
  const latencies = (await measure(bus, url, steady)).slice(warmUp);
  print(`commit → handled in another service, ${name}, p50`, `${median(latencies).toFixed(2)} ms`);
  printBound('  p99 in ms', percentile(latencies, 0.99), maxMs);
  const afterIdle = await measure(bus, url, Array<number>(idlePeriods).fill(idlePeriodMs));
  print('  longest after four idle seconds', `${Math.max(...afterIdle).toFixed(2)} ms`);
}

export async function benchDelivery(): Promise<void> {
  const keepAlive = setInterval(() => {}, 60_000);
  const database = await startDatabase();
  try {
    const local = new LocalBus();
    await benchBus(local, database.url, 'bus inside the process');
    await local.close();
    if (natsMissing) return print('the same with nats-server', `skipped: ${natsMissing}`);
    const broker = await startTestNats();
    const options = { url: broker.url, name: 'bench', stream: 'BENCH', roots: ['payments'] };
    const bus = await NatsBus.connect(options);
    await benchBus(bus, database.url, 'nats-server');
    await bus.close();
    await broker.stop();
  } finally {
    clearInterval(keepAlive);
    await database.stop();
  }
}
