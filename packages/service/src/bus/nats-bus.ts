/** The bus over NATS: JetStream for events, request and reply for questions, core subjects for live signals. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { LiveSignal } from '@nameloan/contracts/topics.ts';
import type { ConsumerMessages, JetStreamClient, Consumer as JsConsumer } from '@nats-io/jetstream';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { headers } from '@nats-io/transport-node';
import { pauseUnref } from '../pause-unref.ts';
import { traceparent } from '../trace.ts';
import type { Answerer, Bus, Consumer, Stop } from './bus.ts';
import { BusUnavailable } from './bus.ts';
import type { NatsOptions } from './connect-nats.ts';
import { connectNats, patiently } from './connect-nats.ts';
import { Held } from './held-messages.ts';

const standardAckWaitMs = 10_000;
const nanosPerMs = 1_000_000;
const closeMs = 5000;
const restartPauseMs = 500;

export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #options: NatsOptions;
  readonly #hearers = new Set<{ handler(signal: LiveSignal): void }>();
  /** What now waits for messages, to be asked for anew when the broker comes back. */
  readonly #deliveries = new Set<ConsumerMessages>();
  #connected = true;

  private constructor(connection: NatsConnection, client: JetStreamClient, options: NatsOptions) {
    this.#connection = connection;
    this.#client = client;
    this.#options = options;
    void this.#watch();
  }

  /** The connection tells of its losses; nothing else knows whether it stands now. */
  async #watch(): Promise<void> {
    for await (const change of this.#connection.status()) {
      if (change.type === 'disconnect') this.#connected = false;
      if (change.type === 'reconnect') {
        this.#connected = true;
        // The broker has forgotten who waits, and the library notices that only after half a minute.
        for (const messages of this.#deliveries) messages.stop();
        void this.#tellMissed();
      }
    }
  }

  /** Once the broker knows our subscriptions again, so that nothing falls between this and what it sends. */
  async #tellMissed(): Promise<void> {
    await this.#connection.flush().catch(() => undefined);
    for (const hearer of [...this.#hearers]) hearer.handler({ what: 'missed' });
  }

  /** Connects (waiting up to a minute for the server to come up) and makes sure that the stream exists. */
  static async connect(options: NatsOptions): Promise<NatsBus> {
    const connection = await connectNats(options);
    const bus = new NatsBus(connection, jetstream(connection, { timeout: 5000 }), options);
    await patiently(() => bus.#ensureStream());
    return bus;
  }

  /** Makes the stream unless it is there, also after the broker has lost its data. */
  async #ensureStream(): Promise<void> {
    const { stream, roots, keepDays = 14 } = this.#options;
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    try {
      await manager.streams.add({
        name: stream,
        subjects: roots.map((root) => `${root}.>`),
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        max_age: keepDays * 86_400_000 * nanosPerMs,
        duplicate_window: 120_000 * nanosPerMs,
      });
    } catch (error) {
      // Several parts start at once: a rival made it.
      if (!(error instanceof JetStreamApiError && error.code === 10058)) throw error;
    }
  }

  async publish(event: Event): Promise<void> {
    try {
      await this.#client.publish(event.subject, JSON.stringify(event), {
        msgID: event.id,
        timeout: 5000,
      });
    } catch (error) {
      // Nobody takes the subject: the broker has come back without the stream.
      if (!this.#connection.isClosed() && this.#connected && !isTimeout(error))
        await this.#ensureStream().catch(() => undefined);
      throw new BusUnavailable(`${event.subject} was not stored: ${String(error)}`);
    }
  }

  async consume(consumer: Consumer): Promise<Stop> {
    if (consumer.subjects.length === 0) return async () => {};
    let messages = await this.#open(consumer);
    let stopped = false;
    const held = new Held(this.#ackWaitMs / 3);
    const reading = (async () => {
      while (!stopped) {
        await held.readAll(messages, consumer).catch(() => undefined);
        while (!stopped) {
          // The broker ended it or lost it: make it anew, for as long as it takes.
          await pauseUnref(restartPauseMs);
          const fresh = await this.#open(consumer).catch(() => undefined);
          if (fresh === undefined) continue;
          messages = fresh;
          if (stopped) messages.stop();
          break;
        }
      }
    })();
    return async () => {
      stopped = true;
      messages.stop();
      await reading;
      await held.idle();
    };
  }

  get #ackWaitMs(): number {
    return this.#options.ackWaitMs ?? standardAckWaitMs;
  }

  async #open(consumer: Consumer): Promise<ConsumerMessages> {
    await this.#ensureStream();
    const reader = await this.#reader(consumer);
    const messages = await reader.consume({ max_messages: 128 });
    this.#deliveries.add(messages);
    void messages.closed().then(() => this.#deliveries.delete(messages));
    void endWhenMissing(messages);
    return messages;
  }

  async #reader(consumer: Consumer): Promise<JsConsumer> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const { stream } = this.#options;
    const changeable = {
      ack_wait: this.#ackWaitMs * nanosPerMs,
      max_ack_pending: 256,
      max_deliver: -1,
      filter_subjects: [...consumer.subjects],
    };
    try {
      await manager.consumers.add(stream, {
        durable_name: consumer.name,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ...changeable,
      });
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      await manager.consumers.update(stream, consumer.name, changeable);
    }
    return this.#client.consumers.get(stream, consumer.name);
  }

  async caughtUp(name: string): Promise<boolean> {
    try {
      const manager = await jetstreamManager(this.#connection, { checkAPI: false });
      const { num_pending, num_ack_pending } = await manager.consumers.info(
        this.#options.stream,
        name,
      );
      return num_pending + num_ack_pending === 0;
    } catch (error) {
      // One that reads nothing has no consumer.
      return error instanceof JetStreamApiError && error.code === 10014;
    }
  }

  async ask(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const reply = await this.#connection.request(`ask.${subject}`, JSON.stringify(payload), {
        timeout: timeoutMs,
        ...tracing(),
      });
      return reply.json();
    } catch (error) {
      throw new BusUnavailable(`${subject} was not answered: ${String(error)}`);
    }
  }

  async answer(subject: string, handler: Answerer): Promise<Stop> {
    const underWay = new Set<Promise<unknown>>();
    const subscription = this.#connection.subscribe(`ask.${subject}`, {
      queue: 'answers',
      callback: (error, message) => {
        if (error) return;
        const work = (async () => {
          const reply = await handler(
            message.json(),
            message.headers?.get('traceparent') || undefined,
          );
          message.respond(JSON.stringify(reply));
        })().catch(() => undefined);
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      },
    });
    return async () => {
      await subscription.drain();
      await Promise.allSettled([...underWay]);
    };
  }

  announce(topic: string, signal: LiveSignal): void {
    if (!this.#connection.isClosed()) this.#connection.publish(topic, JSON.stringify(signal));
  }

  async hear(topic: string, handler: (signal: LiveSignal) => void): Promise<Stop> {
    const subscription = this.#connection.subscribe(topic, {
      callback: (error, message) => {
        if (!error) handler(message.json<LiveSignal>());
      },
    });
    const hearer = { handler };
    this.#hearers.add(hearer);
    await this.#connection.flush().catch(() => undefined);
    return async () => {
      this.#hearers.delete(hearer);
      subscription.unsubscribe();
    };
  }

  healthy(): boolean {
    return !this.#connection.isClosed() && this.#connected;
  }

  /** Sends what is under way, and gives up on a broker that does not answer. */
  async close(): Promise<void> {
    if (this.#connection.isClosed()) return;
    const drained = this.#connected ? this.#connection.drain().catch(() => undefined) : undefined;
    await Promise.race([drained, pauseUnref(closeMs)]);
    if (!this.#connection.isClosed()) await this.#connection.close();
  }
}

/** The active span, as a header of what is sent. */
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

/** The library waits for a lost stream or consumer to come back by itself; we make it anew instead. */
async function endWhenMissing(messages: ConsumerMessages): Promise<void> {
  const missing = ['stream_not_found', 'consumer_not_found', 'consumer_deleted'];
  for await (const status of messages.status()) {
    if (missing.includes(status.type)) messages.stop();
  }
}
