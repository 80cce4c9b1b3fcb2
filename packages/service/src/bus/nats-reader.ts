/** One consumer's reading from the stream, which goes on whatever becomes of connection, durable and leaders. */

import type { ConsumerMessages, JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { pauseUnref } from '../pause-unref.ts';
import type { Consumer } from './bus.ts';
import type { NatsOptions } from './connect-nats.ts';
import { patiently } from './connect-nats.ts';
import { ensureConsumer, standardAckWaitMs } from './ensure-consumer.ts';
import { Held } from './held-messages.ts';

const restartPauseMs = 500;
/**
 * After a consumer's leader has moved, the library asks anew only when heartbeats are missed, or when its request
 * has run out: by its own figures after half a minute.
 */
const delivery = { max_messages: 128, expires: 2000, idle_heartbeat: 1000 };

/** What readers share. */
export interface ReaderBroker {
  client: JetStreamClient;
  manager: JetStreamManager;
  options: NatsOptions;
  ensureStream(): Promise<unknown>;
}

export class NatsReader {
  readonly #broker: ReaderBroker;
  readonly #consumer: Consumer;
  readonly #held: Held;
  readonly #ackWaitMs: number;
  #messages: ConsumerMessages | undefined;
  #wholeUntilSeq = 0;
  #stopped = false;
  #reading: Promise<void> | undefined;

  constructor(broker: ReaderBroker, consumer: Consumer) {
    this.#broker = broker;
    this.#consumer = consumer;
    this.#ackWaitMs = broker.options.ackWaitMs ?? standardAckWaitMs;
    this.#held = new Held(this.#ackWaitMs / 3);
  }

  /** Resolves once it reads. */
  async start(): Promise<void> {
    this.#reading = this.#readOn(await patiently(() => this.#open()));
  }

  async #readOn(first: ConsumerMessages): Promise<void> {
    let messages: ConsumerMessages | undefined = first;
    while (!this.#stopped) {
      if (messages) await this.#held.readAll(messages, this.#consumer).catch(() => undefined);
      if (this.#stopped) return;
      // The broker ended it or lost it: make it anew, for as long as it takes.
      await pauseUnref(restartPauseMs);
      messages = await this.#open().catch(() => undefined);
      if (this.#stopped) messages?.stop();
    }
  }

  async #open(): Promise<ConsumerMessages> {
    const { client, options, ensureStream } = this.#broker;
    await ensureStream();
    await this.#ensure();
    const durable = await client.consumers.get(options.stream, this.#consumer.name);
    const messages = await durable.consume({ ...delivery });
    this.#messages = messages;
    void endWhenMissing(messages);
    return messages;
  }

  async #ensure() {
    const { manager, options } = this.#broker;
    const { name, subjects } = this.#consumer;
    const wholeUntilSeq = this.#wholeUntilSeq;
    const wish = { name, subjects, ackWaitMs: this.#ackWaitMs, wholeUntilSeq };
    const looked = await ensureConsumer(manager, options.stream, wish);
    this.#wholeUntilSeq = looked.wholeUntilSeq;
    // A release makes and widens its durable when it starts; later somebody else has changed it.
    for (const one of looked.mended) options.log?.[this.#reading ? 'warn' : 'info'](one);
    return looked;
  }

  /** Mends its durable where something has become of it; resolves to what cannot be. Throws what the broker says. */
  async look(): Promise<string[]> {
    const { made, faults } = await this.#ensure();
    if (made) this.renew();
    return faults;
  }

  /** Asks for messages anew: the broker has forgotten that this one waits. */
  renew(): void {
    this.#messages?.stop();
  }

  /** Waits for what is in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.renew();
    await this.#reading;
    await this.#held.idle();
  }
}

/** The library waits for a lost stream or consumer to come back by itself; we make it anew instead. */
async function endWhenMissing(messages: ConsumerMessages): Promise<void> {
  const missing = ['stream_not_found', 'consumer_not_found', 'consumer_deleted'];
  for await (const status of messages.status()) {
    if (missing.includes(status.type)) messages.stop();
  }
}
