/** One bus subscription per topic and process, however many watchers there are. */

import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import type { Bus, Stop } from '@nameloan/service/bus/bus.ts';

type Hearer = (signal: ChangeSignal) => void;

interface Heard {
  hearers: Set<Hearer>;
  started: Promise<Stop>;
}

export class Topics {
  readonly #bus: Pick<Bus, 'subscribe'>;
  readonly #missed: () => void;
  readonly #heard = new Map<string, Heard>();

  /** `missed` is called, perhaps several times, when the bus was away and signals may be lost. */
  constructor(bus: Pick<Bus, 'subscribe'>, missed: () => void) {
    this.#bus = bus;
    this.#missed = missed;
  }

  /** How many topics are subscribed now. */
  get size(): number {
    return this.#heard.size;
  }

  /** Resolves once signals arrive; call the result once to let go. The last to let go ends the subscription. */
  async hear(topic: string, hearer: Hearer): Promise<() => void> {
    const heard = this.#heard.get(topic) ?? this.#start(topic);
    heard.hearers.add(hearer);
    const letGo = () => this.#letGo(topic, heard, hearer);
    try {
      await heard.started;
    } catch (error) {
      letGo();
      throw error;
    }
    return letGo;
  }

  #start(topic: string): Heard {
    const hearers = new Set<Hearer>();
    const started = this.#bus.subscribe(topic, (signal) => {
      if (signal.what === 'missed') return this.#missed();
      for (const hearer of [...hearers]) hearer(signal);
    });
    const heard = { hearers, started };
    this.#heard.set(topic, heard);
    return heard;
  }

  #letGo(topic: string, heard: Heard, hearer: Hearer): void {
    heard.hearers.delete(hearer);
    if (heard.hearers.size > 0 || this.#heard.get(topic) !== heard) return;
    this.#heard.delete(topic);
    heard.started.then(
      (stop) => stop(),
      () => undefined,
    );
  }
}
