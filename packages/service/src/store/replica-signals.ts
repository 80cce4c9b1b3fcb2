/** What the replicas of a service tell each other, best effort: that one of them may have something to do now. */

import { replicasTopic } from '@nameloan/contracts/topics.ts';
import type { Bus, Stop } from '../bus/bus.ts';
import { newId } from '../id.ts';

/**
 * `jobs`: one is due soon, or free again. `parked`: a fact that the teller does not know waits. `outbox`: facts wait
 * for whoever holds the relay's lease. `relay`: nobody holds it any more.
 */
const replicaSignals = ['jobs', 'parked', 'outbox', 'relay'] as const;
type ReplicaSignal = (typeof replicaSignals)[number];

export class ReplicaSignals {
  readonly #topic: string;
  readonly #self = newId();
  readonly #hearers = new Map<ReplicaSignal, () => void>();
  #bus: Bus | undefined;

  constructor(service: string) {
    this.#topic = replicasTopic(service);
  }

  /** To all other replicas that are there; none is, where this service runs without a bus. */
  send(matter: ReplicaSignal): void {
    this.#bus?.publishSignal(this.#topic, { what: 'changed', id: `${matter} ${this.#self}` });
  }

  /** `hear` is also called where something of the matter may have been told while the broker was away. */
  on(matter: ReplicaSignal, hear: () => void): void {
    this.#hearers.set(matter, hear);
  }

  async join(bus: Bus): Promise<Stop> {
    this.#bus = bus;
    return bus.subscribe(this.#topic, ({ what, id = '' }) => {
      const [matter, teller] = id.split(' ');
      if (teller === this.#self) return;
      for (const [one, hear] of this.#hearers) if (what === 'missed' || one === matter) hear();
    });
  }
}
