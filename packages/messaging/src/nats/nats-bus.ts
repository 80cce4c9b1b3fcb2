/** The bus over NATS: JetStream for events, request/reply for requests, core subjects for change signals. */

import type { Event } from '@nameloan/contracts/events';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { pauseUnref } from '@nameloan/runtime/pause-unref';
import { traceparent } from '@nameloan/runtime/trace';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { JetStreamApiCodes, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { errors, headers } from '@nats-io/transport-node';
import type { Bus, BusRequestHandler, Consumer, Stop } from '../bus.ts';
import { BusUnavailable } from '../bus.ts';
import { publishBestEffort } from '../publish-best-effort.ts';
import type { DurableLocation } from './backfill-durable.ts';
import { unacknowledged } from './backfill-durable.ts';
import { BrokerAdmin } from './broker-admin.ts';
import { brokerKeeper, isInbox } from './broker-change.ts';
import { startKeeper } from './broker-keeper.ts';
import { BrokerWatch } from './broker-watch.ts';
import type { NatsOptions } from './connect-nats.ts';
import { componentOf, connectNats, withRetry } from './connect-nats.ts';
import type { BrokerCheck } from './ensure-stream.ts';
import { defaultRetentionDays, isApiError } from './ensure-stream.ts';
import { NatsReader } from './nats-reader.ts';

const defaultCheckIntervalMs = 10_000;
const closeMs = 5000;
/** Short, because a cluster without a leader does not answer and every request can be repeated. */
const requestTimeoutMs = 2000;
/** A reconnect to another node usually takes less; it must not make all replicas unready. */
const healthyGraceMs = 5000;

export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #place: DurableLocation;
  readonly #admin: BrokerAdmin;
  readonly #options: NatsOptions;
  readonly #subscribers = new Set<{ handler(signal: ChangeSignal): void }>();
  readonly #readers = new Set<NatsReader>();
  readonly #watch: BrokerWatch;
  /** Subjects that the broker has rejected, so that each is logged once. */
  readonly #denied = new Set<string>();
  #ensuring: Promise<BrokerCheck> | undefined;
  #started = false;
  #connected = true;
  #lostAt = 0;

  private constructor(connection: NatsConnection, manager: JetStreamManager, options: NatsOptions) {
    this.#connection = connection;
    this.#client = jetstream(connection, { timeout: 5000 });
    this.#place = { connection, manager, stream: options.stream };
    this.#admin = new BrokerAdmin(this.#place, componentOf(options));
    this.#options = options;
    const { checkIntervalMs = defaultCheckIntervalMs, log } = options;
    this.#watch = new BrokerWatch(() => this.#checkBroker(), { intervalMs: checkIntervalMs, log });
    void this.#watchConnection();
  }

  /** Tracks whether the connection is up. */
  async #watchConnection(): Promise<void> {
    for await (const change of this.#connection.status()) {
      if (change.type === 'disconnect' && this.#connected) {
        this.#connected = false;
        this.#lostAt = Date.now();
      }
      if (change.type === 'error') this.#reportDenied(change.error);
      if (change.type === 'reconnect') {
        this.#connected = true;
        // The broker has lost our fetches, and the library would notice only later.
        for (const reader of this.#readers) reader.renew();
        void this.#signalMissed();
      }
    }
  }

  /** Changes of stream and durables are left to the keeper where this login may not make them. */
  #reportDenied(error: Error): void {
    if (!(error instanceof errors.PermissionViolationError)) return;
    const { operation, subject } = error;
    if (subject.startsWith('$JS.API.') || this.#denied.has(subject)) return;
    this.#denied.add(subject);
    this.#options.log?.warn(
      { subject },
      `the broker does not let this login ${operation === 'publish' ? 'publish' : 'subscribe'}`,
    );
  }

  /** Waits until the broker has our subscriptions again, so that no signal is lost after `missed`. */
  async #signalMissed(): Promise<void> {
    await this.#connection.flush().catch(() => undefined);
    for (const subscriber of [...this.#subscribers]) subscriber.handler({ what: 'missed' });
  }

  /** Connects (waiting up to a minute for the server) and ensures that the stream exists. */
  static async connect(options: NatsOptions): Promise<NatsBus> {
    const connection = await connectNats(options);
    const manager = await jetstreamManager(connection, {
      checkAPI: false,
      timeout: requestTimeoutMs,
    });
    const bus = new NatsBus(connection, manager, options);
    if (componentOf(options) === brokerKeeper)
      startKeeper({ place: bus.#place, ensureStream: () => bus.#checkStream() });
    bus.#watch.report(await withRetry(() => bus.#ensureStream()));
    bus.#started = true;
    return bus;
  }

  /** Creates the stream if it is missing, also after the broker has lost its data. Concurrent calls share one check. */
  async #ensureStream(): Promise<string[]> {
    return (await this.#checkStream()).problems;
  }

  #checkStream(): Promise<BrokerCheck> {
    const { stream: name, roots, replicas = 1, log } = this.#options;
    const { retentionDays = defaultRetentionDays } = this.#options;
    const subjects = roots.map((root) => `${root}.>`);
    this.#ensuring ??= this.#admin
      .ensureStream({ name, subjects, replicas, retentionDays })
      .then((check) => {
        // Changes are expected at the start; later another process has changed the stream, or the broker lost it.
        for (const one of check.changes) log?.[this.#started ? 'warn' : 'info'](one);
        return check;
      })
      .finally(() => (this.#ensuring = undefined));
    return this.#ensuring;
  }

  /** Reports nothing while the connection is lost, which is logged separately. */
  async #checkBroker(): Promise<string[]> {
    if (!this.#connected || this.#connection.isClosed()) return [];
    const problems = [...(await this.#ensureStream())];
    for (const reader of this.#readers) problems.push(...(await reader.check()));
    return problems;
  }

  async publish(event: Event): Promise<void> {
    try {
      await this.#client.publish(event.subject, JSON.stringify(event), {
        msgID: event.id,
        timeout: 5000,
      });
    } catch (error) {
      // No stream accepts the subject: the broker was restored without the stream, or it has no leader.
      if (!this.#connection.isClosed() && this.#connected && !isTimeout(error))
        await this.#ensureStream().catch(() => undefined);
      throw new BusUnavailable(`${event.subject} was not stored: ${String(error)}`);
    }
  }

  async consume(consumer: Consumer): Promise<Stop> {
    if (consumer.subjects.length === 0) return async () => {};
    const reader = new NatsReader(
      {
        client: this.#client,
        place: this.#place,
        admin: this.#admin,
        options: this.#options,
        ensureStream: () => this.#ensureStream(),
      },
      consumer,
    );
    await reader.start();
    this.#readers.add(reader);
    return async () => {
      this.#readers.delete(reader);
      await reader.stop();
    };
  }

  async lag(name: string): Promise<number | undefined> {
    if (!this.#connected) return undefined;
    try {
      return await this.#unacknowledged(name);
    } catch {
      return undefined;
    }
  }

  async caughtUp(name: string): Promise<boolean> {
    try {
      return (await this.#unacknowledged(name)) === 0;
    } catch (error) {
      // A service without event handlers has no consumer.
      return isApiError(error, JetStreamApiCodes.ConsumerNotFound);
    }
  }

  async #unacknowledged(name: string): Promise<number> {
    const reader = [...this.#readers].find(({ consumer }) => consumer.name === name);
    return unacknowledged(this.#place, name, reader?.consumer.subjects);
  }

  async request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const reply = await this.#connection.request(`ask.${subject}`, JSON.stringify(payload), {
        timeout: timeoutMs,
        ...tracing(),
      });
      return reply.json();
    } catch (error) {
      throw new BusUnavailable(`no reply to ${subject}: ${String(error)}`);
    }
  }

  async handleRequests(subject: string, handler: BusRequestHandler): Promise<Stop> {
    const running = new Set<Promise<unknown>>();
    const subscription = this.#connection.subscribe(`ask.${subject}`, {
      queue: 'answers',
      callback: (error, message) => {
        if (error || !isInbox(message.reply)) return;
        const work = (async () => {
          const reply = await handler(
            message.json(),
            message.headers?.get('traceparent') || undefined,
          );
          message.respond(JSON.stringify(reply));
        })().catch(() => undefined);
        running.add(work);
        void work.finally(() => running.delete(work));
      },
    });
    // Otherwise an immediate request may find no handler.
    await this.#connection.flush().catch(() => undefined);
    return async () => {
      await subscription.drain();
      await Promise.allSettled([...running]);
    };
  }

  publishSignal(topic: string, signal: ChangeSignal): void {
    publishBestEffort(this.#connection, topic, JSON.stringify(signal));
  }

  async subscribe(topic: string, handler: (signal: ChangeSignal) => void): Promise<Stop> {
    const subscription = this.#connection.subscribe(topic, {
      callback: (error, message) => {
        // A durable that pushes its messages here would give them an address for acknowledgements.
        if (!error && !message.reply) handler(message.json<ChangeSignal>());
      },
    });
    const subscriber = { handler };
    this.#subscribers.add(subscriber);
    await this.#connection.flush().catch(() => undefined);
    return async () => {
      this.#subscribers.delete(subscriber);
      subscription.unsubscribe();
    };
  }

  /** For replicas that share more than the bus, such as counters. */
  get connection(): NatsConnection {
    return this.#connection;
  }

  healthy(): boolean {
    if (this.#connection.isClosed()) return false;
    return this.#connected || Date.now() - this.#lostAt < healthyGraceMs;
  }

  /** Drains the connection, or closes it after a timeout. */
  async close(): Promise<void> {
    this.#watch.end();
    if (this.#connection.isClosed()) return;
    const drained = this.#connected ? this.#connection.drain().catch(() => undefined) : undefined;
    await Promise.race([drained, pauseUnref(closeMs)]);
    if (!this.#connection.isClosed()) await this.#connection.close();
  }
}

/** The active span as a message header. */
function tracing(): { headers?: MsgHdrs } {
  const parent = traceparent();
  if (!parent) return {};
  const carried = headers();
  carried.set('traceparent', parent);
  return { headers: carried };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
