/** Reads a service's backfill durables next to its main one, in every replica that knows them, until they are drained. */

import type { Log } from '@nameloan/runtime/log';
import type { ConsumerInfo } from '@nats-io/jetstream';
import type { Consumer } from '../bus.ts';
import type { DurableReader } from '../durable-reader.ts';
import { missingSubjects } from '../subjects.ts';
import type { DurableLocation } from './backfill-durable.ts';
import { filterOf, findBackfills, findConsumer } from './backfill-durable.ts';
import type { BrokerAdmin } from './broker-admin.ts';

export interface BackfillOptions {
  place: DurableLocation;
  admin: BrokerAdmin;
  consumer: Pick<Consumer, 'name' | 'subjects'>;
  read(name: string): DurableReader;
  log: Pick<Log, 'info'> | undefined;
}

export class BackfillReaders {
  readonly #options: BackfillOptions;
  readonly #readers = new Map<string, DurableReader>();
  /** Durable name → stream sequence of the last event that it must deliver. A recreated durable has another time. */
  readonly #ends = new Map<string, { created: string; seq: number }>();
  #stopped = false;

  constructor(options: BackfillOptions) {
    this.#options = options;
  }

  /** Starts reading new backfills and removes drained ones. Throws the broker's errors. */
  async check(): Promise<void> {
    const { place, consumer } = this.#options;
    const backfills = await findBackfills(place, consumer.name, consumer.subjects);
    const names = backfills.map(({ name }) => name);
    for (const name of this.#readers.keys()) if (!names.includes(name)) await this.#forget(name);
    for (const backfill of backfills) {
      if (this.#stopped) return;
      if (!this.#readers.has(backfill.name))
        this.#readers.set(backfill.name, this.#options.read(backfill.name));
      if (await this.#isDrained(backfill)) await this.#remove(backfill);
    }
  }

  /**
   * Drained means that the main durable has the subjects and the backfill has delivered everything published before.
   * Both must hold in two checks in a row: a new leader may still answer with outdated state.
   */
  async #isDrained(backfill: ConsumerInfo): Promise<boolean> {
    const { place, admin, consumer } = this.#options;
    const { manager, stream } = place;
    const subjects = filterOf(backfill);
    const own = await findConsumer(manager, stream, consumer.name);
    if (!own || missingSubjects(filterOf(own), subjects).length > 0) return false;
    const known = this.#ends.get(backfill.name);
    const before = known?.created === backfill.created ? known.seq : undefined;
    // Read at each check: the last event may have expired since.
    const end = Math.min(before ?? Number.POSITIVE_INFINITY, await admin.lastOf(subjects));
    this.#ends.set(backfill.name, { created: backfill.created, seq: end });
    const { ack_floor: floor, config } = backfill;
    return (
      before !== undefined && end <= Math.max(floor.stream_seq, (config.opt_start_seq ?? 1) - 1)
    );
  }

  async #remove(backfill: ConsumerInfo): Promise<void> {
    const { admin, consumer, log } = this.#options;
    const removed = await admin.removeBackfill(backfill);
    await this.#forget(backfill.name);
    if (!removed) return;
    log?.info(
      `consumer ${consumer.name} has drained the backfill of ${filterOf(backfill).join(', ')}`,
    );
  }

  async #forget(name: string): Promise<void> {
    const reader = this.#readers.get(name);
    this.#readers.delete(name);
    this.#ends.delete(name);
    await reader?.stop();
  }

  renew(): void {
    for (const reader of this.#readers.values()) reader.renew();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#readers.values()].map((reader) => reader.stop()));
  }
}
