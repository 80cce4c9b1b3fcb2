/** Puts the gateway together and takes it apart again; in one process with the services, or alone. */

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import { atMost } from '@nameloan/service/drain.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import { findLocalService } from '@nameloan/service/local-services.ts';
import type { Log } from '@nameloan/service/log.ts';
import { createLog } from '@nameloan/service/log.ts';
import { SettingsError } from '@nameloan/service/settings.ts';
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
import type { About } from './pages/developers-page.ts';
import { Pages } from './pages.ts';
import { Allowances } from './replicas/allowances.ts';
import { alone, Replicas } from './replicas/replicas.ts';
import type { Draw } from './replicas/shared-limiter.ts';
import { planAhead } from './rest/warm-up.ts';
import { Streams } from './stream-proxy.ts';
import { readCommittedSupergraph } from './supergraph.ts';
import { readSupergraphFile, SupergraphFile } from './supergraph-file.ts';
import { BuiltApp } from './web/built-app.ts';

export interface GatewayParts {
  bus: Bus;
  /** What the page for developers says of this installation. */
  about?: About;
  /** Shared with the services of this process; else made from the settings. */
  keyring?: Keyring;
  /** By which gateways share limits; absent: this is the only one. */
  connection?: NatsConnection;
}

export interface RunningGateway {
  /** Where it listens. */
  url: string;
  /** Says that it is not ready any more; all of it still works. */
  leave(): void;
  /** Sends sockets away to come back elsewhere, lets requests under way finish, then ends. */
  stop(): Promise<void>;
}

/** A call that is answered at all is answered by then; a stream to a client that does not read may last. */
const drainMs = 15_000;

type Doors = ReadonlyMap<ServiceName, string>;

function doorsOf(settings: GatewaySettings): Doors {
  const bare = (url: string) => url.replace(/\/+$/, '');
  const key = (name: ServiceName) => `${name.toUpperCase() as Uppercase<ServiceName>}_URL` as const;
  return new Map(serviceNames.map((name) => [name, bare(settings[key(name)])]));
}

/** A service in this process says itself where its door is. */
const urlOf = (doors: Doors, name: ServiceName) =>
  findLocalService(name)?.url ?? doors.get(name) ?? '';

function trust(doors: Doors, { keyring, bus, log }: { keyring: Keyring; bus: Bus; log: Log }) {
  const identity = () => urlOf(doors, 'identity');
  const keys = new KeySet(identity, log);
  const revoked = new RevocationList({ url: identity, keyring, bus, log });
  const signer = new ActorSigner(keyring);
  return { keys, revoked, signIn: new Authenticator(keys, revoked, signer) };
}

const keyringOf = (settings: GatewaySettings) =>
  new Keyring(settings.INTERNAL_SECRET, settings.INTERNAL_SECRET_ALSO);

/** The supergraph over the services' doors: of the file that is named, else the one built in. */
async function federate(settings: GatewaySettings, needs: GraphNeeds): Promise<CurrentGraph> {
  const { SUPERGRAPH_FILE: file } = settings;
  if (file === undefined) return CurrentGraph.open(readCommittedSupergraph(), needs);
  const sdl = readSupergraphFile(file);
  try {
    return await CurrentGraph.open(sdl, needs);
  } catch (error) {
    throw new SettingsError([`SUPERGRAPH_FILE ${file} is refused: ${(error as Error).message}.`]);
  }
}

const sourcesOf = (doors: Doors, log: Log) =>
  new Map(
    [...doors].map(([name, url]) => [name as string, new SubgraphSource({ name, url, log })]),
  );

/** Takes the file's text whenever it changes; nothing to do where none is named. */
function follow(
  { SUPERGRAPH_FILE: file }: GatewaySettings,
  { graph, actor, log }: { graph: CurrentGraph; actor: Caller; log: Log },
): SupergraphFile | undefined {
  if (file === undefined) return undefined;
  const followed = new SupergraphFile(file, { take: (sdl) => graph.take(sdl, actor), log });
  followed.start();
  return followed;
}

/** Opens the public door. The services need not run yet; what needs them answers 503 until they do. */
export async function startGateway(
  settings: GatewaySettings,
  { bus, about, keyring = keyringOf(settings), connection }: GatewayParts,
): Promise<RunningGateway> {
  const web = await openWeb(settings);
  const log = createLog('gateway', settings.LOG_LEVEL);
  const doors = doorsOf(settings);
  const { keys, revoked, signIn } = trust(doors, { keyring, bus, log });
  const replicas = connection && new Replicas(connection, settings.NATS_STREAM);
  const limits = ratesOf(settings, await drawBy(settings, { connection, replicas, log }));
  const sources = sourcesOf(doors, log);
  const graph = await federate(settings, { settings, sources, limits, log });
  const pages = new Pages(about ?? aboutDoors(doors), addressOf(settings));
  let leaving = false;
  let stopping = false;
  const app = createApp({ settings, signIn, limits, pages, log, isDraining: () => leaving });
  const peers = replicas ?? alone;
  const live = new Live({ graph, bus, signIn, revoked, limits, peers, log });
  replicas?.start(() => live.sockets);
  const timeoutMs = settings.SUBGRAPH_TIMEOUT_MS * 2;
  const streams = new Streams({ urlOf: (part) => urlOf(doors, part), timeoutMs, log });
  const loaded = () => keys.loaded && revoked.loaded;
  addHealth(app, { doors, loaded, leaving: () => leaving });
  await live.attach(app);
  await addRoutes(app, { graph: () => graph.now, live, streams, pages, web });
  await Promise.all([keys.load(), revoked.start()]);
  const url = await open(app, settings);
  log.info({ url }, 'gateway is ready');
  const actor = signIn.anonymous({ ip: '127.0.0.1', userAgent: '', requestId: 'plan-ahead' });
  const { calls, execute } = graph.now;
  void planAhead(calls, { execute, actor, going: () => !stopping });
  const followed = follow(settings, { graph, actor, log });
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
      await atMost(drainMs, [app.close()]);
      app.server.closeAllConnections();
      replicas?.stop();
      keys.stop();
      await revoked.stop();
      await followed?.stop();
      const fetching = [...sources.values()].map((source) => source.close());
      await Promise.all([graph.stop(), streams.close(), ...fetching]);
      log.info('gateway has stopped');
    },
  };
}

/** Without a better description: which parts there are, but no inner address on a public page. */
const aboutDoors = (doors: Doors): About => ({
  parts: [...doors.keys()].map((name) => ({
    name,
    detail: findLocalService(name) ? 'in this process' : 'a process of its own',
  })),
});

/** A folder that was named and has no app is a mistake: nobody wants to find out by an empty page. */
async function openWeb({ WEB_DIR }: GatewaySettings): Promise<BuiltApp | undefined> {
  if (WEB_DIR === undefined) return undefined;
  try {
    return await BuiltApp.open(resolve(WEB_DIR));
  } catch (error) {
    throw new SettingsError([`WEB_DIR has no built web app: ${(error as Error).message}.`]);
  }
}

const addressOf = ({ PUBLIC_URL, PORT }: GatewaySettings) =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');

const ratesOf = (settings: GatewaySettings, draw: Draw | undefined) =>
  new RateLimits({
    on: settings.RATE_LIMITS === 'on',
    addressPerMinute: settings.RATE_LIMIT_ADDRESS_PER_MINUTE,
    accountPerMinute: settings.RATE_LIMIT_ACCOUNT_PER_MINUTE,
    draw,
  });

interface Together {
  connection: NatsConnection | undefined;
  replicas: Replicas | undefined;
  log: Log;
}

/** Limits from what all gateways have together; undefined where this is the only one. */
async function drawBy(
  { NATS_STREAM: stream }: GatewaySettings,
  { connection, replicas, log }: Together,
): Promise<Draw | undefined> {
  if (!connection || !replicas) return undefined;
  const allowances = new Allowances({ connection, stream, replicas: () => replicas.count, log });
  await allowances.open();
  return (allowance, key, wanted) => allowances.draw(allowance, key, wanted);
}

async function open(app: FastifyInstance, { PORT, HOST }: GatewaySettings): Promise<string> {
  await app.listen({ port: PORT, host: HOST });
  const { port } = app.server.address() as AddressInfo;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}
