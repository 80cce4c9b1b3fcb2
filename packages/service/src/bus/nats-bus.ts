/** The bus over NATS: JetStream for events, request and reply for questions, core subjects for live signals. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { LiveSignal } from '@nameloan/contracts/topics.ts';
import type { JetStreamClient, Consumer as JsConsumer, JsMsg } from '@nats-io/jetstream';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import type { Bus, Consumer, Stop, Verdict } from './bus.ts';
import { BusUnavailable } from './bus.ts';
import { KeyedQueue } from './keyed-queue.ts';

const ackWaitMs = 30_000;
const nanosPerMs = 1_000_000;

export interface NatsOptions {
  url: string;
  /** Client name that the server's monitoring shows. */
  name: string;
  /** Stream that keeps the events; one per installation. */
  stream: string;
  /** First words of all event subjects, such as `lending`. */
  roots: readonly string[];
  /** Days that events are kept, for parts that are down. */
  keepDays?: number;
}

export class NatsBus implements Bus {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #options: NatsOptions;

  private constructor(connection: NatsConnection, client: JetStreamClient, options: NatsOptions) {
    this.#connection = connection;
    this.#client = client;
    this.#options = options;
  }

  /** Connects (waiting for the server to come up) and makes sure that the stream exists. */
  static async connect(options: NatsOptions): Promise<NatsBus> {
    const connection = await connect({
      servers: options.url,
      name: options.name,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      pingInterval: 10_000,
    });
    const manager = await jetstreamManager(connection, { checkAPI: false });
    await ensure(async () => {
      await manager.streams.add({
        name: options.stream,
        subjects: options.roots.map((root) => `${root}.>`),
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        max_age: (options.keepDays ?? 14) * 86_400_000 * nanosPerMs,
        duplicate_window: 120_000 * nanosPerMs,
      });
    });
    return new NatsBus(connection, jetstream(connection, { timeout: 5000 }), options);
  }

  async publish(event: Event): Promise<void> {
    try {
      await this.#client.publish(event.subject, JSON.stringify(event), {
        msgID: event.id,
        timeout: 5000,
      });
    } catch (error) {
      throw new BusUnavailable(`${event.subject} was not stored: ${String(error)}`);
    }
  }

  async consume(consumer: Consumer): Promise<Stop> {
    if (consumer.subjects.length === 0) return async () => {};
    const reader = await this.#reader(consumer);
    const queue = new KeyedQueue();
    const messages = await reader.consume({ max_messages: 128 });
    const reading = (async () => {
      for await (const message of messages) {
        void queue.run(aggregateOf(message), () => handle(consumer, message));
      }
    })();
    return async () => {
      messages.stop();
      await reading.catch(() => undefined);
      await queue.idle();
    };
  }

  async #reader(consumer: Consumer): Promise<JsConsumer> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const { stream } = this.#options;
    const changeable = {
      ack_wait: ackWaitMs * nanosPerMs,
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

  async ask(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    try {
      const reply = await this.#connection.request(`ask.${subject}`, JSON.stringify(payload), {
        timeout: timeoutMs,
      });
      return reply.json();
    } catch (error) {
      throw new BusUnavailable(`${subject} was not answered: ${String(error)}`);
    }
  }

  async answer(subject: string, handler: (payload: unknown) => Promise<unknown>): Promise<Stop> {
    const underWay = new Set<Promise<unknown>>();
    const subscription = this.#connection.subscribe(`ask.${subject}`, {
      queue: 'answers',
      callback: (error, message) => {
        if (error) return;
        const work = (async () => {
          const reply = await handler(message.json());
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
    await this.#connection.flush().catch(() => undefined);
    return async () => subscription.unsubscribe();
  }

  healthy(): boolean {
    return !this.#connection.isClosed() && this.#connection.stats().inMsgs >= 0 && this.#connected;
  }

  get #connected(): boolean {
    // The transport knows best: getServer() is the address only while a connection stands.
    return Boolean(this.#connection.getServer());
  }

  async close(): Promise<void> {
    if (!this.#connection.isClosed()) await this.#connection.drain();
  }
}

/** Several parts start at once: "exists already" from a rival is success; a server still starting is waited for. */
async function ensure(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const inUse = error instanceof JetStreamApiError && error.code === 10058;
      if (inUse) return;
      if (tries >= 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function aggregateOf(message: JsMsg): string {
  try {
    return String(message.json<{ aggregateId?: unknown }>().aggregateId);
  } catch {
    return 'unreadable';
  }
}

async function handle(consumer: Consumer, message: JsMsg): Promise<void> {
  const heartbeat = setInterval(() => message.working(), ackWaitMs / 3);
  try {
    const verdict = await judge(consumer, message);
    if ('done' in verdict) await message.ackAck();
    else if ('drop' in verdict) message.term();
    else message.nak(verdict.againInMs);
  } catch {
    // A lost ack means redelivery, which the inbox recognises.
  } finally {
    clearInterval(heartbeat);
  }
}

async function judge(consumer: Consumer, message: JsMsg): Promise<Verdict> {
  let raw: unknown;
  try {
    raw = message.json();
  } catch {
    raw = { unreadable: Buffer.from(message.data).toString('base64').slice(0, 4000) };
  }
  try {
    return await consumer.handle(raw, message.info.deliveryCount);
  } catch {
    return { againInMs: 1000 };
  }
}
