/** Best-effort signals between the replicas of a service: there may be work for one of them now. */

import { replicasTopic } from '@nameloan/contracts/topics';
import type { Bus, Stop } from '@nameloan/messaging/bus';
import { newId } from '@nameloan/runtime/id';

/**
 * `jobs`: a job is due soon or was released. `deferred`: an event waits that the sender's release does not know.
 * `outbox`: events wait for the holder of the relay lease. `relay`: the relay lease is free.
 */
const replicaSignals = ['jobs', 'deferred', 'outbox', 'relay'] as const;
type ReplicaSignal = (typeof replicaSignals)[number];

export class ReplicaSignals {
  readonly #topic: string;
  readonly #self = newId();
  readonly #listeners = new Map<ReplicaSignal, () => void>();
  #bus: Bus | undefined;

  constructor(service: string) {
    this.#topic = replicasTopic(service);
  }

  /** Sends to all other running replicas; does nothing before `join`. */
  send(signal: ReplicaSignal): void {
    this.#bus?.publishSignal(this.#topic, { what: 'changed', id: `${signal} ${this.#self}` });
  }

  /** `listener` is also called after an outage of the broker, in which signals may have been lost. */
  on(signal: ReplicaSignal, listener: () => void): void {
    this.#listeners.set(signal, listener);
  }

  async join(bus: Bus): Promise<Stop> {
    this.#bus = bus;
    return bus.subscribe(this.#topic, ({ what, id = '' }) => {
      const [signal, sender] = id.split(' ');
      if (sender === this.#self) return;
      for (const [one, listener] of this.#listeners)
        if (what === 'missed' || one === signal) listener();
    });
  }
}
