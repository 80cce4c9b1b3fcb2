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
  /** Messages in hand at the most. Only as many are asked for as there is room for: others may take the rest. */
  maxInFlight: number;
}

export class DurableReader {
  readonly #source: DurableSource;
  readonly #held: MessageProcessor;
  #messages: ConsumerMessages | undefined;
  #inHand = 0;
  #onRoom = () => {};
  #stopped = false;
  readonly #reading: Promise<void>;

  /** `first`: the durable, where it is open already. */
  constructor(source: DurableSource, held: MessageProcessor, first?: Durable) {
    this.#source = source;
    this.#held = held;
    this.#reading = this.#readOn(first);
  }

  async #readOn(first: Durable | undefined): Promise<void> {
    let durable = first;
    while (!this.#stopped) {
      try {
        durable ??= await this.#source.open();
        if (!durable) return;
        while (!this.#stopped) await this.#takeSome(durable);
      } catch {
        // The broker has lost it or has no leader now: from the beginning, for as long as it takes.
        durable = undefined;
        if (!this.#stopped) await pauseUnref(restartPauseMs);
      }
    }
  }

  async #takeSome(durable: Durable): Promise<void> {
    const room = await this.#room();
    if (this.#stopped) return;
    this.#messages = await durable.fetch({ ...fetchOptions, max_messages: room });
    for await (const message of this.#messages) {
      this.#inHand++;
      void this.#held.process(message).then(() => {
        this.#inHand--;
        this.#onRoom();
      });
    }
  }

  /** Waits for half of it, so that a loaded replica does not ask for each message by itself. */
  async #room(): Promise<number> {
    const { maxInFlight } = this.#source;
    while (!this.#stopped && maxInFlight - this.#inHand < maxInFlight / 2)
      await new Promise<void>((resolve) => (this.#onRoom = resolve));
    return maxInFlight - this.#inHand;
  }

  /** Asks for messages anew: the broker has forgotten that this one waits. */
  renew(): void {
    this.#messages?.stop();
  }

  /** Asks for no more; what is in hand goes on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.renew();
    this.#onRoom();
    await this.#reading;
  }
}
