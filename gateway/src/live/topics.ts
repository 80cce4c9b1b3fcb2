/** Shares one bus subscription per topic and process among all local listeners. */

import type { ChangeSignal } from '@nameloan/contracts/topics';
import type { Bus, Stop } from '@nameloan/messaging/bus';

type SignalListener = (signal: ChangeSignal) => void;

interface TopicSubscription {
  listeners: Set<SignalListener>;
  started: Promise<Stop>;
}

export class Topics {
  readonly #bus: Pick<Bus, 'subscribe'>;
  readonly #missed: () => void;
  readonly #entries = new Map<string, TopicSubscription>();

  /** `missed` is called, possibly several times, after the bus was disconnected and signals may be lost. */
  constructor(bus: Pick<Bus, 'subscribe'>, missed: () => void) {
    this.#bus = bus;
    this.#missed = missed;
  }

  /** How many topics are subscribed now. */
  get size(): number {
    return this.#entries.size;
  }

  /** Resolves once subscribed; call the returned function once to unsubscribe. The last listener ends the subscription. */
  async subscribe(topic: string, listener: SignalListener): Promise<() => void> {
    const entry = this.#entries.get(topic) ?? this.#start(topic);
    entry.listeners.add(listener);
    const unsubscribe = () => this.#remove(topic, entry, listener);
    try {
      await entry.started;
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  }

  #start(topic: string): TopicSubscription {
    const listeners = new Set<SignalListener>();
    const started = this.#bus.subscribe(topic, (signal) => {
      if (signal.what === 'missed') return this.#missed();
      for (const listener of [...listeners]) listener(signal);
    });
    const entry = { listeners, started };
    this.#entries.set(topic, entry);
    return entry;
  }

  #remove(topic: string, entry: TopicSubscription, listener: SignalListener): void {
    entry.listeners.delete(listener);
    if (entry.listeners.size > 0 || this.#entries.get(topic) !== entry) return;
    this.#entries.delete(topic);
    entry.started.then(
      (stop) => stop(),
      () => undefined,
    );
  }
}
