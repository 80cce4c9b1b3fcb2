/** Puts the gateway together and takes it apart again; in one process with the services, or alone. */

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import type { Log } from '@nameloan/service/log.ts';
import { createLog } from '@nameloan/service/log.ts';
import { findPart } from '@nameloan/service/parts.ts';
import { SettingsError } from '@nameloan/service/settings.ts';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { ActorSigner } from './caller.ts';
import type { GatewaySettings } from './config.ts';
import { SubgraphSource } from './data-source.ts';
import { Documents } from './documents.ts';
import { createExecute } from './execute.ts';
import { createGraphql } from './graphql.ts';
import { addHealth } from './health.ts';
import { KeySet } from './key-set.ts';
import { documentRules, RateLimits } from './limits.ts';
import { Live } from './live/live.ts';
import { extendWithLive } from './live/schema.ts';
import type { About } from './pages/developers-page.ts';
import { Pages } from './pages.ts';
import { loadCalls } from './rest/load-calls.ts';
import { planAhead } from './rest/plan-ahead.ts';
import { RevokedSessions } from './revoked.ts';
import { addRoutes } from './route.ts';
import { SignIn } from './sign-in.ts';
import { Streams } from './streams.ts';
import { loadSupergraph, readCommittedSupergraph } from './supergraph.ts';
import { BuiltApp } from './web/built-app.ts';

export interface GatewayParts {
  bus: Bus;
  /** What the page for developers says of this installation. */
  about?: About;
  /** Shared with the services of this process; else made from the settings. */
  keyring?: Keyring;
}

export interface RunningGateway {
  /** Where it listens. */
  url: string;
  /** Lets requests under way finish, closes sockets with 1001, then ends. */
  stop(): Promise<void>;
}

type Doors = ReadonlyMap<ServiceName, string>;

function doorsOf(settings: GatewaySettings): Doors {
  const bare = (url: string) => url.replace(/\/+$/, '');
  const key = (name: ServiceName) => `${name.toUpperCase() as Uppercase<ServiceName>}_URL` as const;
  return new Map(serviceNames.map((name) => [name, bare(settings[key(name)])]));
}

/** A service in this process says itself where its door is. */
const urlOf = (doors: Doors, name: ServiceName) => findPart(name)?.url ?? doors.get(name) ?? '';

function trust(keyring: Keyring, doors: Doors, log: Log) {
  const identity = () => urlOf(doors, 'identity');
  const keys = new KeySet(identity, log);
  const revoked = new RevokedSessions({ url: identity, keyring, log });
  const signer = new ActorSigner(keyring);
  return { keys, revoked, signIn: new SignIn(keys, revoked, signer) };
}

const keyringOf = (settings: GatewaySettings) =>
  new Keyring(settings.INTERNAL_SECRET, settings.INTERNAL_SECRET_ALSO);

/** The supergraph over the services' doors, and how to run operations on it. */
async function federate(
  settings: GatewaySettings,
  { doors, limits, log }: { doors: Doors; limits: RateLimits; log: Log },
) {
  const sources = new Map(
    [...doors].map(([name, url]) => [name as string, new SubgraphSource({ name, url, log })]),
  );
  const supergraph = await loadSupergraph(readCommittedSupergraph(), (name) => {
    const source = sources.get(name);
    if (!source) throw new Error(`the supergraph has an unknown part ${name}`);
    return source;
  });
  const execute = createExecute(supergraph, { timeoutMs: settings.SUBGRAPH_TIMEOUT_MS });
  const schema = extendWithLive(supergraph.schema);
  const rules = documentRules({ introspection: settings.GRAPHQL_INTROSPECTION === 'on' });
  const documents = new Documents({ schema, execute, limits, rules });
  const graphql = await createGraphql({ schema, execute, documents, log });
  const stop = async () => {
    await graphql.stop();
    await Promise.all([...sources.values()].map((source) => source.close()));
    await supergraph.stop();
  };
  return { execute, schema, documents, graphql, calls: loadCalls(supergraph.schema), stop };
}

/** Opens the public door. The services need not run yet; what needs them answers 503 until they do. */
export async function startGateway(
  settings: GatewaySettings,
  { bus, about, keyring = keyringOf(settings) }: GatewayParts,
): Promise<RunningGateway> {
  const web = await openWeb(settings);
  const log = createLog('gateway', settings.LOG_LEVEL);
  const doors = doorsOf(settings);
  const { keys, revoked, signIn } = trust(keyring, doors, log);
  const limits = ratesOf(settings);
  const federation = await federate(settings, { doors, limits, log });
  const { execute, schema, documents, calls } = federation;
  const pages = new Pages(about ?? aboutDoors(doors), addressOf(settings));
  let stopping = false;
  const app = createApp({ settings, signIn, limits, pages, log, stopping: () => stopping });
  const live = new Live({ schema, execute, documents, bus, signIn, revoked, limits, log });
  const timeoutMs = settings.SUBGRAPH_TIMEOUT_MS * 2;
  const streams = new Streams({ urlOf: (part) => urlOf(doors, part), timeoutMs, log });
  const loaded = () => keys.loaded && revoked.loaded;
  addHealth(app, { doors, loaded, stopping: () => stopping });
  await live.attach(app);
  await addRoutes(app, { ...federation, live, streams, pages, web, limits, log });
  await Promise.all([keys.warm(), revoked.start()]);
  const url = await open(app, settings);
  log.info({ url }, 'gateway is ready');
  const actor = signIn.anonymous({ ip: '127.0.0.1', userAgent: '', requestId: 'plan-ahead' });
  void planAhead(calls, { execute, actor, going: () => !stopping });
  return {
    url,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await live.close();
      await app.close();
      revoked.stop();
      await Promise.all([federation.stop(), streams.close()]);
      log.info('gateway has stopped');
    },
  };
}

/** Without a better description: which parts there are, but no inner address on a public page. */
const aboutDoors = (doors: Doors): About => ({
  parts: [...doors.keys()].map((name) => ({
    name,
    detail: findPart(name) ? 'in this process' : 'a process of its own',
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

const ratesOf = (settings: GatewaySettings) =>
  new RateLimits({
    on: settings.RATE_LIMITS === 'on',
    addressPerMinute: settings.RATE_LIMIT_ADDRESS_PER_MINUTE,
    accountPerMinute: settings.RATE_LIMIT_ACCOUNT_PER_MINUTE,
  });

async function open(app: FastifyInstance, { PORT, HOST }: GatewaySettings): Promise<string> {
  await app.listen({ port: PORT, host: HOST });
  const { port } = app.server.address() as AddressInfo;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}
