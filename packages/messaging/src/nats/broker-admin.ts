/** What a component changes at the broker: itself if its login may, otherwise through the keeper. */

import type { DurableIdentity, DurableLocation } from './backfill-durable.ts';
import { removeDurable } from './backfill-durable.ts';
import type { BrokerChange } from './broker-change.ts';
import { changeOrRequest } from './broker-change.ts';
import type { ConsumerCheck, ConsumerSpec } from './ensure-consumer.ts';
import { ensureConsumer } from './ensure-consumer.ts';
import type { BrokerCheck, StreamSpec } from './ensure-stream.ts';
import { ensureStream } from './ensure-stream.ts';
import { narrowDurable } from './narrow-durable.ts';

export class BrokerAdmin {
  readonly #place: DurableLocation;
  readonly #component: string;

  /** `component`: name of the service, which is also that of its durable, or `gateway`. */
  constructor(place: DurableLocation, component: string) {
    this.#place = place;
    this.#component = component;
  }

  ensureStream(spec: StreamSpec): Promise<BrokerCheck> {
    const { manager } = this.#place;
    return this.#change({ what: 'stream' }, () => ensureStream(manager, spec));
  }

  ensureConsumer(spec: ConsumerSpec): Promise<ConsumerCheck> {
    const { subjects, ackWaitMs, position } = spec;
    const { manager, stream } = this.#place;
    const change = { what: 'durable', subjects: subjects, ackWaitMs, position } as const;
    return this.#change(change, () => ensureConsumer(manager, stream, spec));
  }

  narrow(subjects: readonly string[]): Promise<BrokerCheck> {
    const durable = { name: this.#component, subjects };
    return this.#change({ what: 'narrow', subjects: subjects }, () =>
      narrowDurable(this.#place, durable),
    );
  }

  /** Stream sequence of the last event of the subjects; 0 if there is none. */
  lastOf(subjects: readonly string[]): Promise<number> {
    return this.#change({ what: 'last', subjects: subjects }, () => lastOf(this.#place, subjects));
  }

  /** Whether it was removed; false if it was already, even if its name is in use again. */
  removeBackfill({ name, created }: DurableIdentity): Promise<boolean> {
    const { manager, stream } = this.#place;
    return this.#change({ what: 'remove', durable: name, created }, () =>
      removeDurable(manager, stream, { name, created }),
    );
  }

  #change<R>(change: BrokerChange, direct: () => Promise<R>): Promise<R> {
    const { connection } = this.#place;
    return changeOrRequest(direct, { connection, component: this.#component, change });
  }
}

export async function lastOf(
  { manager, stream }: DurableLocation,
  subjects: readonly string[],
): Promise<number> {
  const lasts = await Promise.all(
    subjects.map((subject) => manager.streams.getMessage(stream, { last_by_subj: subject })),
  );
  return Math.max(0, ...lasts.map((last) => last?.seq ?? 0));
}
