/** Starts and stops the gateway, in one process with the services or on its own. */

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import type { Bus } from '@nameloan/messaging/bus';
import type { Log } from '@nameloan/runtime/log';
import { createLog } from '@nameloan/runtime/log';
import { SettingsError } from '@nameloan/runtime/settings';
import { Keyring } from '@nameloan/security/keyring';
import { atMost } from '@nameloan/subgraph/drain';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FastifyInstance } from 'fastify';
import { addRoutes } from './add-routes.ts';
import { createApp } from './app.ts';
import type { Caller } from './auth/caller.ts';
import { ActorSigner } from './auth/caller.ts';
import { KeySet } from './auth/key-set.ts';
import { RevocationList } from './auth/revocation-list.ts';
import { Authenticator } from './auth/sign-in.ts';
import type { GatewaySettings } from './config.ts';
import { CurrentGraph } from './current-graph.ts';
import type { GraphNeeds } from './graph.ts';
import { SubgraphSource } from './graphql/subgraph-source.ts';
import { addHealth } from './health.ts';
import { RateLimits } from './limits.ts';
import { Live } from './live/live.ts';
import type { DevelopersPageContent } from './pages/developers/developers-page.ts';
import { Pages } from './pages.ts';
import { publicAddress } from './public-address.ts';
import { Allowances } from './replicas/allowances.ts';
import { Replicas, singleReplica } from './replicas/replicas.ts';
import type { Draw } from './replicas/shared-limiter.ts';
import { planStoredOperations } from './rest/warm-up.ts';
import { StreamProxy } from './stream-proxy.ts';
import { readCommittedSupergraph } from './supergraph.ts';
import { readSupergraphFile, SupergraphFile } from './supergraph-file.ts';
import { BuiltApp } from './web/built-app.ts';

export interface GatewayOptions {
  bus: Bus;
  /** What the developers' page shows about this installation. */
  about?: DevelopersPageContent;
  /** Shared with the services of this process; by default created from the settings. */
  keyring?: Keyring;
  /** The connection over which gateways share limits; without it this is the only gateway. */
  connection?: NatsConnection;
}

export interface RunningGateway {
  /** The address it listens on. */
  url: string;
  /** Reports not ready; requests are still served. */
  leave(): void;
  /** Closes sockets so that clients reconnect elsewhere, lets running requests finish, then stops. */
  stop(): Promise<void>;
}

/** Running requests complete within this time; a stream to a client that does not read may take longer. */
const maxDrainMs = 15_000;

type ServiceUrls = ReadonlyMap<ServiceName, string>;

function readServiceUrls(settings: GatewaySettings): ServiceUrls {
  const trimSlashes = (url: string) => url.replace(/\/+$/, '');
  const key = (name: ServiceName) => `${name.toUpperCase() as Uppercase<ServiceName>}_URL` as const;
  return new Map(serviceNames.map((name) => [name, trimSlashes(settings[key(name)])]));
}

/** A service in this process provides its own URL. */
const urlOf = (serviceUrls: ServiceUrls, name: ServiceName) =>
  findLocalService(name)?.url ?? serviceUrls.get(name) ?? '';

function createAuthentication(
  serviceUrls: ServiceUrls,
  { keyring, bus, log }: { keyring: Keyring; bus: Bus; log: Log },
) {
  const identity = () => urlOf(serviceUrls, 'identity');
  const keys = new KeySet(identity, log);
  const revoked = new RevocationList({ url: identity, keyring, bus, log });
  const signer = new ActorSigner(keyring);
  return { keys, revoked, signIn: new Authenticator(keys, revoked, signer) };
}

const keyringOf = (settings: GatewaySettings) =>
  new Keyring(settings.INTERNAL_SECRET, settings.INTERNAL_SECRET_ALSO);

/** Opens the supergraph of the configured file, else the built-in one. */
async function openCurrentGraph(
  settings: GatewaySettings,
  needs: GraphNeeds,
): Promise<CurrentGraph> {
  const { SUPERGRAPH_FILE: file } = settings;
  if (file === undefined) return CurrentGraph.open(readCommittedSupergraph(), needs);
  const sdl = readSupergraphFile(file);
  try {
    return await CurrentGraph.open(sdl, needs);
  } catch (error) {
    throw new SettingsError([`SUPERGRAPH_FILE ${file} is rejected: ${(error as Error).message}.`]);
  }
}

const createSources = (serviceUrls: ServiceUrls, log: Log) =>
  new Map(
    [...serviceUrls].map(([name, url]) => [name as string, new SubgraphSource({ name, url, log })]),
  );

/** Watches the configured supergraph file; undefined without one. */
function watchSupergraphFile(
  { SUPERGRAPH_FILE: file }: GatewaySettings,
  { graph, actor, log }: { graph: CurrentGraph; actor: Caller; log: Log },
): SupergraphFile | undefined {
  if (file === undefined) return undefined;
  const supergraphFile = new SupergraphFile(file, {
    onChange: (sdl) => graph.replaceWith(sdl, actor),
    log,
  });
  supergraphFile.start();
  return supergraphFile;
}

/** Starts the gateway. The services need not run yet; requests that need them get 503 until they do. */
export async function startGateway(
  settings: GatewaySettings,
  { bus, about, keyring = keyringOf(settings), connection }: GatewayOptions,
): Promise<RunningGateway> {
  const web = await openWeb(settings);
  const log = createLog('gateway', settings.LOG_LEVEL);
  const serviceUrls = readServiceUrls(settings);
  const { keys, revoked, signIn } = createAuthentication(serviceUrls, { keyring, bus, log });
  const replicas = connection && new Replicas(connection, settings.NATS_STREAM);
  const limits = createRateLimits(
    settings,
    await openAllowances(settings, { connection, replicas, log }),
  );
  const sources = createSources(serviceUrls, log);
  const graph = await openCurrentGraph(settings, { settings, sources, limits, log });
  const pages = new Pages(about ?? describeServices(serviceUrls), publicAddress(settings));
  let leaving = false;
  let stopping = false;
  const app = createApp({ settings, signIn, limits, pages, log, isDraining: () => leaving });
  const gatewayReplicas = replicas ?? singleReplica;
  const live = new Live({ graph, bus, signIn, revoked, limits, replicas: gatewayReplicas, log });
  replicas?.start(() => live.sockets);
  const timeoutMs = settings.SUBGRAPH_TIMEOUT_MS * 2;
  const streams = new StreamProxy({
    urlOf: (service) => urlOf(serviceUrls, service),
    timeoutMs,
    log,
  });
  const loaded = () => keys.loaded && revoked.loaded;
  addHealth(app, { serviceUrls: serviceUrls, loaded, leaving: () => leaving });
  await live.attach(app);
  await addRoutes(app, { graph: () => graph.now, live, streams, pages, web });
  await Promise.all([keys.load(), revoked.start()]);
  const url = await listen(app, settings);
  log.info({ url }, 'gateway is ready');
  const actor = signIn.anonymous({ ip: '127.0.0.1', userAgent: '', requestId: 'plan-ahead' });
  const { calls, execute } = graph.now;
  void planStoredOperations(calls, { execute, actor, going: () => !stopping });
  const supergraphFile = watchSupergraphFile(settings, { graph, actor, log });
  return {
    url,
    leave: () => {
      leaving = true;
    },
    stop: async () => {
      if (stopping) return;
      leaving = true;
      stopping = true;
      await live.close();
      await atMost(maxDrainMs, [app.close()]);
      app.server.closeAllConnections();
      replicas?.stop();
      keys.stop();
      await revoked.stop();
      await supergraphFile?.stop();
      const fetching = [...sources.values()].map((source) => source.close());
      await Promise.all([graph.stop(), streams.close(), ...fetching]);
      log.info('gateway has stopped');
    },
  };
}

/** The default description: the services without their internal addresses, since the page is public. */
const describeServices = (serviceUrls: ServiceUrls): DevelopersPageContent => ({
  components: [...serviceUrls.keys()].map((name) => ({
    name,
    detail: findLocalService(name) ? 'in this process' : 'separate process',
  })),
});

/** Fails at startup if the configured folder has no built app, instead of serving empty pages. */
async function openWeb(settings: GatewaySettings): Promise<BuiltApp | undefined> {
  const { WEB_DIR } = settings;
  if (WEB_DIR === undefined) return undefined;
  try {
    return await BuiltApp.open(resolve(WEB_DIR), publicAddress(settings));
  } catch (error) {
    throw new SettingsError([`WEB_DIR has no built web app: ${(error as Error).message}.`]);
  }
}

const createRateLimits = (settings: GatewaySettings, draw: Draw | undefined) =>
  new RateLimits({
    on: settings.RATE_LIMITS === 'on',
    addressPerMinute: settings.RATE_LIMIT_ADDRESS_PER_MINUTE,
    accountPerMinute: settings.RATE_LIMIT_ACCOUNT_PER_MINUTE,
    draw,
  });

interface SharedLimitOptions {
  connection: NatsConnection | undefined;
  replicas: Replicas | undefined;
  log: Log;
}

/** The shared allowances of all gateways; undefined if this is the only one. */
async function openAllowances(
  { NATS_STREAM: stream }: GatewaySettings,
  { connection, replicas, log }: SharedLimitOptions,
): Promise<Draw | undefined> {
  if (!connection || !replicas) return undefined;
  const allowances = new Allowances({ connection, stream, replicas: () => replicas.count, log });
  await allowances.open();
  return (allowance, key, wanted) => allowances.draw(allowance, key, wanted);
}

async function listen(app: FastifyInstance, { PORT, HOST }: GatewaySettings): Promise<string> {
  await app.listen({ port: PORT, host: HOST });
  const { port } = app.server.address() as AddressInfo;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}
