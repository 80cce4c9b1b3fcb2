/** Fetches messages of one durable and recovers from lost connections, durables and leaders. */

import { pauseUnref } from '@nameloan/runtime/pause-unref';
import type { ConsumerMessages, Consumer as Durable } from '@nats-io/jetstream';
import type { MessageProcessor } from './message-processor.ts';

const restartPauseMs = 500;
/**
 * Fetches expire soon: after a change of the durable's leader, the library notices only by missed heartbeats that
 * its fetch is lost.
 */
const fetchOptions = { expires: 2000, idle_heartbeat: 1000 };

export interface DurableSource {
  /** Opens the durable, creating it if necessary; undefined if it was removed, which ends the reading. */
  open(): Promise<Durable | undefined>;
  /** Maximum of unsettled messages. Fetches never request more, so that other replicas receive the rest. */
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

  /** `first`: the durable, if it is already open. */
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
        // The durable is lost or has no leader: open it again, for as long as it takes.
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

  /** Waits until half the capacity is free, so that a loaded replica does not fetch messages one by one. */
  async #awaitCapacity(): Promise<number> {
    const { maxInFlight } = this.#source;
    while (!this.#stopped && maxInFlight - this.#inFlight < maxInFlight / 2)
      await new Promise<void>((resolve) => (this.#onCapacity = resolve));
    return maxInFlight - this.#inFlight;
  }

  /** Restarts the fetch after the broker has lost it. */
  renew(): void {
    this.#messages?.stop();
  }

  /** Stops fetching; messages in flight continue. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.renew();
    this.#onCapacity();
    await this.#running;
  }
}
