/** Reads the events of one consumer: its main durable and, after its filter was widened, backfills. */

import type { Consumer as Durable, JetStreamClient } from '@nats-io/jetstream';
import { JetStreamApiCodes } from '@nats-io/jetstream';
import type { Consumer } from '../bus.ts';
import { DurableReader } from '../durable-reader.ts';
import { MessageProcessor } from '../message-processor.ts';
import type { DurableLocation } from './backfill-durable.ts';
import { maxBackfillInFlight } from './backfill-durable.ts';
import { BackfillReaders } from './backfill-readers.ts';
import type { BrokerAdmin } from './broker-admin.ts';
import type { NatsOptions } from './connect-nats.ts';
import { withRetry } from './connect-nats.ts';
import type { DurablePosition } from './ensure-consumer.ts';
import { defaultAckWaitMs, maxInFlight } from './ensure-consumer.ts';
import { isApiError } from './ensure-stream.ts';

/** What all readers of a bus share. */
export interface ReaderBroker {
  client: JetStreamClient;
  place: DurableLocation;
  admin: BrokerAdmin;
  options: NatsOptions;
  ensureStream(): Promise<unknown>;
}

export class NatsReader {
  readonly #broker: ReaderBroker;
  readonly consumer: Consumer;
  readonly #processor: MessageProcessor;
  readonly #ackWaitMs: number;
  readonly #backfills: BackfillReaders;
  #main: DurableReader | undefined;
  #position: DurablePosition | undefined;

  constructor(broker: ReaderBroker, consumer: Consumer) {
    this.#broker = broker;
    this.consumer = consumer;
    this.#ackWaitMs = broker.options.ackWaitMs ?? defaultAckWaitMs;
    this.#processor = new MessageProcessor(consumer, this.#ackWaitMs / 3);
    const { place, admin, options } = broker;
    const read = (name: string) => this.#readBackfill(name);
    this.#backfills = new BackfillReaders({ place, admin, consumer, read, log: options.log });
  }

  /** Resolves once it reads events. */
  async start(): Promise<void> {
    const open = () => this.#open();
    const first = await withRetry(open);
    this.#main = new DurableReader({ open, maxInFlight }, this.#processor, first);
  }

  async #open(): Promise<Durable> {
    const { client, options, ensureStream } = this.#broker;
    await ensureStream();
    await this.#ensure();
    return client.consumers.get(options.stream, this.consumer.name);
  }

  async #ensure() {
    const { admin, options } = this.#broker;
    const { name, subjects } = this.consumer;
    const spec = { name, subjects, ackWaitMs: this.#ackWaitMs, position: this.#position };
    const check = await admin.ensureConsumer(spec);
    this.#position = check.position;
    // Changes are expected at the start of a release; later another process has changed the durable.
    for (const one of check.changes) options.log?.[this.#main ? 'warn' : 'info'](one);
    return check;
  }

  /** A backfill that was removed because it is drained is not created again. */
  #readBackfill(name: string): DurableReader {
    const { client, options } = this.#broker;
    const open = () =>
      client.consumers.get(options.stream, name).catch((error) => {
        if (isApiError(error, JetStreamApiCodes.ConsumerNotFound)) return undefined;
        throw error;
      });
    return new DurableReader({ open, maxInFlight: maxBackfillInFlight }, this.#processor);
  }

  /** Repairs its durable; resolves to the problems that it cannot repair. Throws the broker's errors. */
  async check(): Promise<string[]> {
    const { made, problems } = await this.#ensure();
    if (made) this.renew();
    await this.#backfills.check();
    return problems;
  }

  /** Restarts fetches after the broker has lost them. */
  renew(): void {
    this.#main?.renew();
    this.#backfills.renew();
  }

  /** Waits for messages in flight. */
  async stop(): Promise<void> {
    await Promise.all([this.#main?.stop(), this.#backfills.stop()]);
    await this.#processor.idle();
  }
}
