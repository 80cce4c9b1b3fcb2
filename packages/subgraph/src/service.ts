/** Starts and stops any service: database, bus, HTTP server and jobs. It knows no business entity. */

import type {
  GraphqlDocument,
  RunPreparedRequest,
} from '@nameloan/graphql-executor/local-services';
import {
  registerLocalService,
  unregisterLocalService,
} from '@nameloan/graphql-executor/local-services';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import { exposeLag } from '@nameloan/messaging/consumer-lag';
import { readNatsAccess } from '@nameloan/messaging/nats/nats-settings';
import type { IsolatedJobs, JobHandler } from '@nameloan/persistence/jobs';
import { openWithRetry } from '@nameloan/persistence/open-with-retry';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { MetricsServer } from '@nameloan/runtime/metrics';
import { openMetrics } from '@nameloan/runtime/metrics';
import { reachableUrl } from '@nameloan/runtime/reachable-url';
import type { Environment, Settings } from '@nameloan/runtime/settings';
import { readSettings, SettingsError } from '@nameloan/runtime/settings';
import { startTracing, traced } from '@nameloan/runtime/trace';
import { Keyring } from '@nameloan/security/keyring';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { CommonSettings } from './common-settings.ts';
import { commonSettings } from './common-settings.ts';
import { connectBus } from './connect-bus.ts';
import { drain } from './drain.ts';
import { Subgraph } from './graphql/subgraph.ts';
import type { HttpServer } from './http/http.ts';
import { createHttp } from './http/http.ts';
import { Readiness } from './http/readiness.ts';
import type { EncryptedField } from './keys/encrypted-fields.ts';
import { EncryptedFields } from './keys/encrypted-fields.ts';
import { reencryptAtStart, rotateKeys } from './keys/rotate-keys.ts';
import type { RequestHandlers } from './request.ts';
import { handleAllRequests } from './request.ts';
import type { ClockOffsets } from './sandbox-clock.ts';
import { joinSandboxClock, leaveSandboxClock, moveClocks, runDueWork } from './sandbox-clock.ts';
import type { ServiceContext } from './service-context.ts';
import type { EventHandlers } from './subscribe-events.ts';
import { subscribeToEvents } from './subscribe-events.ts';

/** A separate process may start before its database does. */
const databaseWaitMs = 60_000;

export interface ServiceDefinition {
  context: ServiceContext;
  /** Folder of the service's sources, where its .graphql files lie. */
  folder: string;
  /** Settings of this service in addition to the common ones. */
  settings?: Settings<z.ZodObject>;
  // biome-ignore lint/suspicious/noExplicitAny: resolver maps are typed where they are defined
  resolvers: Record<string, any>;
  events: EventHandlers;
  jobs: {
    /** Job kind → handler. */
    handlers: Record<string, JobHandler>;
    /** Kinds that are scheduled once at the start; their handlers return the time of the next run. */
    recurring?: string[];
    /** Groups of kinds that may take long, such as those that wait for servers chosen by users. */
    isolated?: readonly IsolatedJobs[];
    /** Kinds that work on long queues; a move of the sandbox's clock does not wait for them. */
    background?: IsolatedJobs;
  };
  requestHandlers?: RequestHandlers;
  /** Runs after the sandbox has moved account time, before the jobs that are due. */
  onAccountTime?(): Promise<void>;
  /** Adds routes to the internal HTTP server. */
  routes?(app: HttpServer, keyring: Keyring): void;
  /** Fields of its database that hold encrypted strings. */
  encryptedFields?: EncryptedField[];
  /** Runs after the store is open and before any request is accepted: keys, certificates, connections. */
  prepare?(): Promise<void>;
  /** Runs after the last request has ended. */
  release?(): Promise<void>;
}

export interface RunningService {
  name: string;
  url: string;
  /** URL of its metrics; undefined if the host process exposes them. */
  metricsUrl: string | undefined;
  /** Starts relaying events and running jobs. Separate, so that all services of one process can open first. */
  begin(): Promise<void>;
  readonly graceSeconds: number;
  /** Reports that it is no longer ready, while everything still works. */
  leave(): void;
  /** Waits for running work, then stops. */
  stop(): Promise<void>;
}

/** What services of one process share: its bus (required without NATS_URL), database connection and secrets. */
export interface SharedResources {
  bus?: Bus;
  connection?: Connection;
  keyring?: Keyring;
}

/** Opens store and HTTP server. Throws SettingsError, also if the database was encrypted with another secret. */
export async function startService(
  service: ServiceDefinition,
  environment: Environment,
  shared: SharedResources = {},
): Promise<RunningService> {
  const common = readAll(service, environment, shared);
  const { context } = service;
  const log = createLog(context.name, common.LOG_LEVEL);
  if (!shared.bus && common.NAMELOAN_SANDBOX === 'on' && environment.NODE_ENV === 'production')
    log.warn('NAMELOAN_SANDBOX is on while NODE_ENV is production: its clock moves due dates');
  // The host process traces the services that share it.
  const endpoint = shared.bus ? undefined : common.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = await startTracing({ endpoint, name: context.name, log });
  const database = `${common.DATABASE_PREFIX}${context.name}`;
  const mode = common.MIGRATIONS === 'on' ? 'create' : 'wait';
  const schema = { mode, report: (sentence: string) => log.warn(sentence) } as const;
  const [bus] = await Promise.all([
    shared.bus ?? connectBus(context.name, common, log),
    openWithRetry(
      context.store,
      { mongoUrl: common.MONGODB_URL, database, schema, connection: shared.connection },
      shared.bus ? 0 : databaseWaitMs,
    ),
  ]);
  const publicUrl = common.PUBLIC_URL.replace(/\/+$/, '');
  const keyring =
    shared.keyring ?? new Keyring(common.INTERNAL_SECRET, common.INTERNAL_SECRET_ALSO);
  try {
    await new EncryptedFields(context.store.connection, service.encryptedFields).check(keyring);
  } catch (error) {
    await context.store.close();
    throw error;
  }
  context.bind({ bus, log, keyring, publicUrl, rateLimits: common.RATE_LIMITS === 'on' });
  await service.prepare?.();
  const metrics = shared.bus ? undefined : await openMetrics(common);
  const running = new Running(service, common, { bus, ownsBus: !shared.bus, stopTracing, metrics });
  await running.open();
  log.info({ url: running.url }, `${context.name} is ready`);
  return running;
}

function readAll(service: ServiceDefinition, environment: Environment, shared: SharedResources) {
  const errors: string[] = [];
  const collect = <R>(read: () => R): R | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      errors.push(error.message);
      return undefined;
    }
  };
  const common = collect(() => readSettings(commonSettings, environment));
  collect(() => service.settings?.read(environment));
  if (common && !shared.bus) collect(() => readNatsAccess(common));
  if (!shared.bus && !environment.NATS_URL) errors.push('NATS_URL is required.');
  if (common?.NAMELOAN_SANDBOX === 'on' && !(common.SANDBOX_URL && common.SANDBOX_SECRET)) {
    errors.push('SANDBOX_URL and SANDBOX_SECRET are required while NAMELOAN_SANDBOX is on.');
  }
  if (!common || errors.length > 0) throw new SettingsError(errors);
  return common;
}

class Running implements RunningService {
  readonly name: string;
  url = '';
  readonly #service: ServiceDefinition;
  readonly #common: CommonSettings;
  readonly #bus: Bus;
  readonly #ownsBus: boolean;
  readonly #stopTracing: Stop;
  readonly #metrics: MetricsServer | undefined;
  readonly #http: HttpServer;
  readonly #subgraph: Subgraph;
  readonly #stops: Stop[] = [];
  readonly #readiness: Readiness;
  #stopping = false;

  constructor(
    service: ServiceDefinition,
    common: CommonSettings,
    given: { bus: Bus; ownsBus: boolean; stopTracing: Stop; metrics: MetricsServer | undefined },
  ) {
    const { context } = service;
    this.name = context.name;
    this.#service = service;
    this.#common = common;
    this.#bus = given.bus;
    this.#ownsBus = given.ownsBus;
    this.#stopTracing = given.stopTracing;
    this.#metrics = given.metrics;
    this.#subgraph = new Subgraph(service.folder, service.resolvers, context.log);
    const bus = () => given.bus.healthy();
    const { store } = context;
    this.#readiness = new Readiness({
      database: () => store.healthy(),
      bus,
      stalled: () => store.stalled(),
    });
    const secret = common.NAMELOAN_SANDBOX === 'on' ? common.SANDBOX_SECRET : undefined;
    this.#http = createHttp({
      service: this.name,
      keyring: context.keyring,
      log: context.log,
      execute: ({ query, variables, operationName, extensions }, actor) =>
        this.#prepare({ query, operationName: operationName || undefined })({
          variables: variables ?? {},
          actor,
          traceparent: extensions?.traceparent,
        }),
      deadLetters: context.store.deadLetters,
      rotateKeys: (keys) => rotateKeys(this.#service, this.#bus, keys),
      readiness: this.#readiness,
      ...(secret ? { moveClock: { secret, move: (offsets) => this.#moveClock(offsets) } } : {}),
    });
    service.routes?.(this.#http, context.keyring);
  }

  get graceSeconds(): number {
    return this.#common.DRAIN_GRACE_SECONDS;
  }

  leave(): void {
    this.#readiness.leave();
  }

  get metricsUrl(): string | undefined {
    return this.#metrics?.url;
  }

  async open(): Promise<void> {
    const { context, events, requestHandlers } = this.#service;
    const { store, log } = context;
    await this.#http.listen({ port: this.#common.PORT, host: this.#common.HOST });
    this.url = reachableUrl(this.#http.server, this.#common.HOST);
    await joinSandboxClock(this, this.#common);
    this.#stops.push(await subscribeToEvents(store, this.#bus, { handlers: events, log }));
    this.#stops.push(exposeLag(this.name, this.#bus));
    this.#stops.push(
      await handleAllRequests(this.#bus, requestHandlers ?? {}, { log, service: this.name }),
    );
    registerLocalService(this.name, {
      url: this.url,
      isReady: async () => (await this.#readiness.now()).ok,
      prepare: (one) => this.#prepare(one),
    });
  }

  #prepare(document: GraphqlDocument): RunPreparedRequest {
    const run = this.#subgraph.prepare(document) as RunPreparedRequest;
    const { query, operationName = query.startsWith('mutation') ? 'mutation' : 'query' } = document;
    const name = `graphql ${operationName.slice(0, 80)}`;
    return (ask) => {
      const options = {
        kind: 'server',
        service: this.name,
        parent: ask.traceparent ?? null,
      } as const;
      return traced(name, options, () => run(ask));
    };
  }

  async begin(): Promise<void> {
    const { store, log } = this.#service.context;
    const { handlers, recurring, ...groups } = this.#service.jobs;
    this.#stops.push(await store.joinReplicaSignals(this.#bus));
    store.outbox.start(this.#bus, newId(), log);
    for (const kind of recurring ?? []) await store.jobs.addRecurring(kind);
    store.jobs.start(handlers, log, groups);
    this.#readiness.begin();
    await reencryptAtStart(this.#service);
  }

  /** Resolves to whether this service had anything to do; the sandbox repeats the call until no service has. */
  async #moveClock(offsets: ClockOffsets): Promise<boolean> {
    const moved = moveClocks(offsets);
    if (!this.#readiness.begun) return true;
    if (moved) await this.#service.onAccountTime?.();
    return runDueWork(this.#service.context, this.#bus);
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.leave();
    const { context, release } = this.#service;
    unregisterLocalService(this.name);
    const bus = this.#ownsBus ? this.#bus : undefined;
    await Promise.all([
      leaveSandboxClock(this, this.#common),
      drain({ http: this.#http, stops: this.#stops, store: context.store, release, bus }),
    ]);
    await this.#metrics?.close();
    await this.#stopTracing();
    context.log.info(`${context.name} has stopped`);
  }
}
