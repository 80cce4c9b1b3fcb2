/** Reading from one durable, which goes on whatever becomes of connection, durable and leaders. */

import type { ConsumerMessages, Consumer as Durable } from '@nats-io/jetstream';
import { pauseUnref } from '../pause-unref.ts';
import type { MessageProcessor } from './message-processor.ts';

const restartPauseMs = 500;
/**
 * What is asked for runs out soon: after a durable's leader has moved, the library notices only by missed heartbeats
 * that nobody knows of its question any more.
 */
const fetchOptions = { expires: 2000, idle_heartbeat: 1000 };

export interface DurableSource {
  /** The durable, made anew where it has to be; undefined where it is gone for good, which ends the reading. */
  open(): Promise<Durable | undefined>;
  /** Messages in hand at the most. Only as many are asked for as there is capacity for: others may take the rest. */
  maxInFlight: number;
}

export class DurableReader {
  readonly #source: DurableSource;
  readonly #processor: MessageProcessor;
  #messages: ConsumerMessages | undefined;
  #inFlight = 0;
  #onCapacity = () => {};
  #stopped = false;
  readonly #running: Promise<void>;

  /** `first`: the durable, where it is open already. */
  constructor(source: DurableSource, processor: MessageProcessor, first?: Durable) {
    this.#source = source;
    this.#processor = processor;
    this.#running = this.#run(first);
  }

  async #run(first: Durable | undefined): Promise<void> {
    let durable = first;
    while (!this.#stopped) {
      try {
        durable ??= await this.#source.open();
        if (!durable) return;
        while (!this.#stopped) await this.#fetchBatch(durable);
      } catch {
        // The broker has lost it or has no leader now: from the beginning, for as long as it takes.
        durable = undefined;
        if (!this.#stopped) await pauseUnref(restartPauseMs);
      }
    }
  }

  async #fetchBatch(durable: Durable): Promise<void> {
    const capacity = await this.#awaitCapacity();
    if (this.#stopped) return;
    this.#messages = await durable.fetch({ ...fetchOptions, max_messages: capacity });
    for await (const message of this.#messages) {
      this.#inFlight++;
      void this.#processor.process(message).then(() => {
        this.#inFlight--;
        this.#onCapacity();
      });
    }
  }

  /** Waits for half of it, so that a loaded replica does not ask for each message by itself. */
  async #awaitCapacity(): Promise<number> {
    const { maxInFlight } = this.#source;
    while (!this.#stopped && maxInFlight - this.#inFlight < maxInFlight / 2)
      await new Promise<void>((resolve) => (this.#onCapacity = resolve));
    return maxInFlight - this.#inFlight;
  }

  /** Asks for messages anew: the broker has forgotten that this one waits. */
  renew(): void {
    this.#messages?.stop();
  }

  /** Asks for no more; what is in hand goes on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.renew();
    this.#onCapacity();
    await this.#running;
  }
}
