/** The product as it runs on many machines: replicas of every part, three brokers, and a door on every way between. */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { findNatsServer } from '@nameloan/service/testing/nats.ts';
import { mongoUrl } from '../flows/world/config.ts';
import type { Plan, Settings } from '../flows/world/many-processes.ts';
import {
  commonSettings,
  mainOf,
  makePlan,
  mongoPart,
  readJson,
  sandboxPart,
  urlAt,
} from '../flows/world/many-processes.ts';
import type { Store } from '../flows/world/mint-token.ts';
import { Part } from '../flows/world/part.ts';
import { stopAll, World } from '../flows/world/world.ts';
import { Door } from './door.ts';

export interface ClusterOptions {
  /** How far apart the wall clocks of two replicas are. */
  skewMs?: number;
  /** The second replica of each service runs as the next release. */
  mixedReleases?: boolean;
  environment?: Record<string, string>;
}

export interface Cluster {
  world: World;
  doors: readonly Door[];
}

/** A start waits for whatever has been struck, on a machine that has much to do. */
const readyDeadlineMs = 180_000;
const replicas = [1, 2] as const;
const brokers = [1, 2, 3] as const;
const servers = [...serviceNames, 'gateway'];
const preload = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const names = [
  ...servers,
  ...servers.flatMap((name) => replicas.map((number) => `${name}-${number}`)),
  ...serviceNames.map((name) => `${name} to mongo`),
  ...brokers.flatMap((number) => [`nats-${number}`, `nats-${number} route`, `nats-${number} door`]),
];

const port = ({ ports }: Plan, name: string): number => ports[name] ?? 0;

/** Its clients know the doors alone: it tells them of no other address. */
function brokerPart(plan: Plan, number: number): Part {
  const name = `nats-${number}`;
  const route = (one: number) => `nats://127.0.0.1:${port(plan, `nats-${one} route`)}`;
  const args = Object.entries({
    '-n': name,
    '-sd': join(plan.folder, name),
    '-a': '127.0.0.1',
    '-p': port(plan, name),
    '--cluster_name': 'faults',
    '--cluster': route(number),
    '--routes': brokers.map(route).join(','),
  }).flatMap(([key, value]) => [key, String(value)]);
  return new Part<unknown>({
    name,
    run: { program: findNatsServer() ?? '', args: ['-js', '--no_advertise', ...args] },
    environment: () => ({}),
    readReady: (line) => (line.includes('Server is ready') ? true : undefined),
  });
}

interface Told {
  plan: Plan;
  store: Store;
  settings: Settings;
  options: ClusterOptions;
}

function serverPart(name: string, number: number, { plan, store, settings, options }: Told): Part {
  const behind = new URL(store.mongoUrl);
  // A real server is reached as it says itself.
  if (!mongoUrl() && name !== 'gateway') behind.port = String(port(plan, `${name} to mongo`));
  const isNext = options.mixedReleases && number === 2 && name !== 'gateway';
  const skewMs = ((options.skewMs ?? 0) * (number === 1 ? -1 : 1)) / 2;
  return new Part<unknown>({
    name: `${name}-${number}`,
    run: {
      script: mainOf(name),
      args: [String(skewMs)],
      preloads: [preload('skewed-clock.ts'), ...(isNext ? [preload('next-release.ts')] : [])],
    },
    environment: () => ({
      ...settings,
      MONGODB_URL: behind.href,
      INTERNAL_SECRET: store.internalSecret,
      PORT: String(port(plan, `${name}-${number}`)),
    }),
    readReady: (line) => readJson(line).ready,
    readyDeadlineMs,
  });
}

/** Doors at the addresses that parts are told, each with what stands behind it. */
function makeDoors(plan: Plan, store: Store): { door: Door; at: number }[] {
  const twoOf = (name: string) => replicas.map((number) => port(plan, `${name}-${number}`));
  const inner = mongoUrl() ? [] : serviceNames;
  return [
    ...servers.map((name) => ({ door: new Door(name, twoOf(name)), at: port(plan, name) })),
    ...inner.map((name) => ({
      door: new Door(`${name} to mongo`, [Number(new URL(store.mongoUrl).port)]),
      at: port(plan, `${name} to mongo`),
    })),
    ...brokers.map((number) => ({
      door: new Door(`nats-${number}`, [port(plan, `nats-${number}`)]),
      at: port(plan, `nats-${number} door`),
    })),
  ];
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const plan = await makePlan(names);
  const processes: Part[] = [];
  const doors: Door[] = [];
  const start = <R>(part: Part<R>): Promise<R> => {
    processes.push(part as Part);
    return part.start();
  };
  const store: Store = {
    mongoUrl: '',
    databasePrefix: `faults_${randomBytes(4).toString('hex')}_`,
    internalSecret: plan.secrets.internalSecret,
  };
  const clean = () => {
    for (const door of doors) void door.close();
    rmSync(plan.folder, { recursive: true, force: true });
  };
  try {
    const [mongo, there] = await Promise.all([
      mongoUrl() ?? start(mongoPart(plan)),
      start(sandboxPart(plan)),
      ...brokers.map((number) => start(brokerPart(plan, number))),
    ]);
    store.mongoUrl = String(mongo);
    for (const { door, at } of makeDoors(plan, store)) {
      doors.push(door);
      await door.listen(at);
    }
    const urls = brokers.map((number) => `nats://127.0.0.1:${port(plan, `nats-${number} door`)}`);
    const settings = {
      ...commonSettings(plan, store, there as never),
      NATS_URL: urls.join(','),
      NATS_REPLICAS: String(brokers.length),
      ...options.environment,
    };
    const told = { plan, store, settings, options };
    const all = servers.flatMap((name) => replicas.map((number) => ({ name, number })));
    const started = (wanted: (name: string) => boolean) =>
      all
        .filter(({ name }) => wanted(name))
        .map(({ name, number }) => start(serverPart(name, number, told)));
    await Promise.all(started((name) => name !== 'gateway'));
    await Promise.all(started((name) => name === 'gateway'));
  } catch (error) {
    await stopAll(processes);
    clean();
    throw error;
  }
  const world = new World({
    url: urlAt(plan, 'gateway'),
    sandboxUrl: urlAt(plan, 'control'),
    parts: Object.fromEntries(serviceNames.map((name) => [name, urlAt(plan, name)])),
    store,
    processes,
    clean,
  });
  return { world, doors };
}
