/** Starts the product as it runs on many machines: replicas of every service, three brokers, and a proxy on every connection. */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@nameloan/contracts/platform';
import { findNatsServer } from '@nameloan/testkit/nats';
import { waitUntil } from '../flows/crashes/retry-call.ts';
import { mongoUrl } from '../flows/environment/config.ts';
import type { Plan, Settings } from '../flows/environment/many-processes.ts';
import {
  commonSettings,
  mainOf,
  makePlan,
  mongoProcess,
  readJson,
  sandboxProcess,
  urlAt,
} from '../flows/environment/many-processes.ts';
import type { Store } from '../flows/environment/mint-token.ts';
import { ServiceProcess } from '../flows/environment/service-process.ts';
import { stopAll, TestEnvironment } from '../flows/environment/test-environment.ts';
import type { Proxies, Route } from './routes.ts';
import {
  brokers,
  databaseThroughProxy,
  findBypassedRoutes,
  openProxies,
  peerUrls,
  portNames,
  portOf,
  replicas,
  sandboxThroughProxies,
  servers,
} from './routes.ts';

export interface ClusterOptions {
  /** Difference between the wall clocks of two replicas. */
  skewMs?: number;
  /** Whether the second replica of each service runs as the next release. */
  mixedReleases?: boolean;
  settings?: Record<string, string>;
}

export interface Cluster {
  environment: TestEnvironment;
  routes: readonly Route[];
  /** Waits until every replica is ready and connected to a broker again; returns what still is not at the deadline. */
  findUnrecovered(): Promise<string[]>;
}

/** Generous: a start also waits for dependencies that are down, and the machine may be busy. */
const readyTimeoutMs = 180_000;
const preload = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Clients and peers connect only through proxies: the broker advertises no address to clients and an unused one to its
 * peers, which would otherwise connect directly.
 */
export function brokerProcess(plan: Plan, number: number): ServiceProcess {
  const name = `nats-${number}`;
  const args = Object.entries({
    '-n': name,
    '-sd': join(plan.folder, name),
    '-a': '127.0.0.1',
    '-p': portOf(plan, name),
    '-m': portOf(plan, `${name} monitor`),
    '--cluster_name': 'faults',
    '--cluster': `nats://127.0.0.1:${portOf(plan, `${name} route`)}`,
    '--cluster_advertise': `127.0.0.1:${portOf(plan, 'unused')}`,
    '--routes': peerUrls(plan, number).join(','),
  }).flatMap(([key, value]) => [key, String(value)]);
  return new ServiceProcess<unknown>({
    name,
    run: { program: findNatsServer() ?? '', args: ['-js', '--no_advertise', ...args] },
    environment: () => ({}),
    readReady: (line) => (line.includes('Server is ready') ? true : undefined),
  });
}

interface ClusterSettings {
  plan: Plan;
  store: Store;
  settings: Settings;
  options: ClusterOptions;
}

function serverProcess(
  name: string,
  number: number,
  { plan, store, settings, options }: ClusterSettings,
): ServiceProcess {
  const hasProxy = !mongoUrl() && name !== 'gateway';
  const databaseUrl = hasProxy ? databaseThroughProxy(plan, name, store.mongoUrl) : store.mongoUrl;
  const isNext = options.mixedReleases && number === 2 && name !== 'gateway';
  const skewMs = ((options.skewMs ?? 0) * (number === 1 ? -1 : 1)) / 2;
  return new ServiceProcess<unknown>({
    name: `${name}-${number}`,
    run: {
      script: mainOf(name),
      args: [String(skewMs)],
      preloads: [preload('skewed-clock.ts'), ...(isNext ? [preload('next-release.ts')] : [])],
    },
    environment: () => ({
      ...settings,
      MONGODB_URL: databaseUrl,
      INTERNAL_SECRET: store.internalSecret,
      PORT: String(portOf(plan, `${name}-${number}`)),
    }),
    readReady: (line) => readJson(line).ready,
    readyTimeoutMs,
  });
}

async function findUnready(plan: Plan): Promise<string[]> {
  const names = servers.flatMap((name) => replicas.map((number) => `${name}-${number}`));
  const answers = names.map(async (name) => {
    const response = await fetch(`${urlAt(plan, name)}/readyz`).catch(() => undefined);
    return response?.status === 200 ? [] : [`${name}: ${await response?.text()}`];
  });
  return (await Promise.all(answers)).flat();
}

/** Names the replicas without a connection to a broker. */
async function findDisconnected(plan: Plan): Promise<string[]> {
  const counts = new Map(servers.map((name) => [name, 0]));
  for (const number of brokers) {
    const response = await fetch(`${urlAt(plan, `nats-${number} monitor`)}/connz`);
    const { connections } = (await response.json()) as { connections: { name?: string }[] };
    for (const { name = '' } of connections) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return servers.flatMap((name) => {
    const missing = replicas.length - (counts.get(name) ?? 0);
    return missing > 0 ? [`${name}: ${missing} replicas are not connected to a broker`] : [];
  });
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const plan = await makePlan(portNames);
  const processes: ServiceProcess[] = [];
  let proxies: Proxies | undefined;
  const start = <R>(process: ServiceProcess<R>): Promise<R> => {
    processes.push(process as ServiceProcess);
    return process.start();
  };
  const store: Store = {
    mongoUrl: '',
    databasePrefix: `faults_${randomBytes(4).toString('hex')}_`,
    internalSecret: plan.secrets.internalSecret,
  };
  const clean = () => {
    proxies?.close();
    rmSync(plan.folder, { recursive: true, force: true });
  };
  try {
    const [mongo, sandbox] = await Promise.all([
      mongoUrl() ?? start(mongoProcess(plan)),
      start(sandboxProcess(plan)),
      ...brokers.map((number) => start(brokerProcess(plan, number))),
    ]);
    store.mongoUrl = String(mongo);
    proxies = await openProxies(plan, store.mongoUrl);
    const urls = brokers.map(
      (number) => `nats://127.0.0.1:${portOf(plan, `nats-${number} proxy`)}`,
    );
    const settings = {
      ...commonSettings(plan, store, sandboxThroughProxies(plan, sandbox)),
      NATS_URL: urls.join(','),
      NATS_REPLICAS: String(brokers.length),
      ...options.settings,
    };
    const clusterSettings = { plan, store, settings, options };
    const all = servers.flatMap((name) => replicas.map((number) => ({ name, number })));
    const startServers = (isIncluded: (name: string) => boolean) =>
      all
        .filter(({ name }) => isIncluded(name))
        .map(({ name, number }) => start(serverProcess(name, number, clusterSettings)));
    await Promise.all(startServers((name) => name !== 'gateway'));
    await Promise.all(startServers((name) => name === 'gateway'));
    const bypassed = findBypassedRoutes(proxies.routes);
    if (bypassed.length > 0) throw new Error(`connections bypass the proxies of ${bypassed}`);
  } catch (error) {
    await stopAll(processes);
    clean();
    throw error;
  }
  const environment = new TestEnvironment({
    url: urlAt(plan, 'gateway'),
    sandboxUrl: urlAt(plan, 'control'),
    serviceUrls: Object.fromEntries(serviceNames.map((name) => [name, urlAt(plan, name)])),
    store,
    processes,
    clean,
  });
  const findUnrecovered = async () => {
    const find = async () => [...(await findUnready(plan)), ...(await findDisconnected(plan))];
    await waitUntil('all replicas', async () => (await find()).length === 0).catch(() => undefined);
    return find();
  };
  return { environment, routes: proxies.routes, findUnrecovered };
}
