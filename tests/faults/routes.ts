/** The network routes of a cluster: a proxy at each address that processes are configured with, and its targets. */

import { serviceNames } from '@nameloan/contracts/platform';
import type { Sandbox } from '@nameloan/driver/sandbox-settings';
import { mongoUrl } from '../flows/environment/config.ts';
import type { Plan } from '../flows/environment/many-processes.ts';
import type { ProxyState } from './proxy.ts';
import { FaultyProxy } from './proxy.ts';

/** A connection that can fail as a unit: one proxy, or all proxies that lead to the same process. */
export interface Route {
  readonly name: string;
  readonly openConnections: number;
  /** Connections since the start. */
  readonly carriedConnections: number;
  setState(state: ProxyState): void;
}

export const replicas = [1, 2] as const;
export const brokers = [1, 2, 3] as const;
export const servers = [...serviceNames, 'gateway'];
/** External systems of the sandbox, each behind a separate proxy. */
const externalSystems = ['registry', 'mail', 'providers'] as const;

const pairs = brokers.flatMap((from) =>
  brokers
    .filter((to) => to !== from)
    .map((to) => ({ from, to, name: `nats-${from} to nats-${to}` })),
);

/** The name of a service's route to the database, and of its port. */
function databaseRoute(service: string): string {
  return `${service} to mongo`;
}

/** The URL of the database as a service is configured with it: its proxy, and no other address of the server. */
export function databaseThroughProxy(plan: Plan, service: string, databaseUrl: string): string {
  const proxied = new URL(databaseUrl);
  proxied.port = String(portOf(plan, databaseRoute(service)));
  // With a replica set's name the driver would connect to the addresses that the server advertises.
  proxied.searchParams.delete('replicaSet');
  proxied.searchParams.set('directConnection', 'true');
  return proxied.href;
}

/** Everything apart from the embedded engines that needs a port. */
export const portNames = [
  ...servers,
  ...servers.flatMap((name) => replicas.map((number) => `${name}-${number}`)),
  ...serviceNames.map(databaseRoute),
  ...brokers.flatMap((number) =>
    ['', ' route', ' proxy', ' monitor'].map((suffix) => `nats-${number}${suffix}`),
  ),
  ...pairs.map(({ name }) => name),
  ...externalSystems,
  'unused',
];

export const portOf = ({ ports }: Plan, name: string): number => ports[name] ?? 0;

/** URLs of a broker's peers, each behind a proxy. */
export const peerUrls = (plan: Plan, number: number): string[] =>
  pairs
    .filter(({ from }) => from === number)
    .map(({ name }) => `nats://127.0.0.1:${portOf(plan, name)}`);

/** The sandbox as services are configured with it: registry, mail server and payment providers behind proxies. */
export function sandboxThroughProxies(plan: Plan, sandbox: Sandbox): Sandbox {
  const throughProxy = (url: string) => {
    const proxied = new URL(url);
    proxied.port = String(portOf(plan, 'providers'));
    return proxied.href.replace(/\/$/, '');
  };
  return {
    ...sandbox,
    epp: { ...sandbox.epp, port: portOf(plan, 'registry') },
    smtp: { ...sandbox.smtp, port: portOf(plan, 'mail') },
    stripe: { url: throughProxy(sandbox.stripe.url) },
    nowpayments: { url: throughProxy(sandbox.nowpayments.url) },
  };
}

export interface Proxies {
  /** The routes that faults can be injected into. */
  routes: Route[];
  close(): void;
}

/** Names the routes that no connection has used since the start. */
export const findUnusedRoutes = (routes: readonly Route[]): string[] =>
  routes.filter(({ carriedConnections }) => carriedConnections === 0).map(({ name }) => name);

function combineRoutes(name: string, proxies: readonly FaultyProxy[]): Route {
  return {
    name,
    get openConnections() {
      return proxies.reduce((sum, proxy) => sum + proxy.openConnections, 0);
    },
    get carriedConnections() {
      return proxies.reduce((sum, proxy) => sum + proxy.carriedConnections, 0);
    },
    setState: (state) => {
      for (const proxy of proxies) proxy.setState(state);
    },
  };
}

/**
 * Names the routes to the database with fewer open connections than replicas. A driver that follows the addresses
 * which the server advertises leaves the proxy after its first connection, so the number of connections since the
 * start would not reveal it.
 */
export const findBypassedRoutes = (routes: readonly Route[]): string[] =>
  routes
    .filter(
      ({ name, openConnections }) =>
        serviceNames.some((service) => name === databaseRoute(service)) &&
        openConnections < replicas.length,
    )
    .map(({ name }) => name);

/** Opens all proxies; `databaseUrl` is the target of those to the database. */
export async function openProxies(plan: Plan, databaseUrl: string): Promise<Proxies> {
  const proxies: FaultyProxy[] = [];
  const open = async (name: string, listenName: string, targets: string[]) => {
    const proxy = new FaultyProxy(
      name,
      targets.map((one) => portOf(plan, one)),
    );
    proxies.push(proxy);
    await proxy.listen(portOf(plan, listenName));
    return proxy;
  };
  const routes: Route[] = [];
  for (const name of servers)
    routes.push(
      await open(
        name,
        name,
        replicas.map((number) => `${name}-${number}`),
      ),
    );
  for (const number of brokers)
    routes.push(await open(`nats-${number}`, `nats-${number} proxy`, [`nats-${number}`]));
  routes.push(await open('registry', 'registry', ['epp']));
  routes.push(await open('mail', 'mail', ['smtp']));
  routes.push(await open('providers', 'providers', ['control']));
  for (const name of mongoUrl() ? [] : serviceNames) {
    const proxy = new FaultyProxy(databaseRoute(name), [Number(new URL(databaseUrl).port)]);
    proxies.push(proxy);
    await proxy.listen(portOf(plan, proxy.name));
    routes.push(proxy);
  }
  const pairProxies = await Promise.all(
    pairs.map(async (pair) => ({
      ...pair,
      proxy: await open(pair.name, pair.name, [`nats-${pair.to} route`]),
    })),
  );
  for (const number of brokers) {
    const own = pairProxies.filter(({ from, to }) => from === number || to === number);
    // The other two keep a majority without it, while its own clients can still connect to it.
    routes.push(
      combineRoutes(
        `one broker from its peers-${number}`,
        own.map(({ proxy }) => proxy),
      ),
    );
  }
  return {
    routes,
    close: () => {
      for (const proxy of proxies) void proxy.close();
    },
  };
}
