/** What a service's durable has passed is read beside it, by all replicas that know it, until nothing of it is left. */

import type { ConsumerInfo } from '@nats-io/jetstream';
import type { Log } from '../log.ts';
import type { DurableLocation } from './backfill-durable.ts';
import { filterOf, findBackfills, findConsumer, removeDurable } from './backfill-durable.ts';
import type { Consumer } from './bus.ts';
import type { DurableReader } from './durable-reader.ts';
import { missingSubjects } from './subjects.ts';

export interface BackfillOptions {
  place: DurableLocation;
  consumer: Pick<Consumer, 'name' | 'subjects'>;
  read(name: string): DurableReader;
  log: Pick<Log, 'info'> | undefined;
}

export class BackfillReaders {
  readonly #options: BackfillOptions;
  readonly #readers = new Map<string, DurableReader>();
  /** Name of a durable → place of the last fact that it has to hand out. */
  readonly #ends = new Map<string, number>();
  #stopped = false;

  constructor(options: BackfillOptions) {
    this.#options = options;
  }

  /** Reads those that have come, and removes those that are drained. Throws what the broker says. */
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
   * From the moment at which the own durable has the subjects, what is published is its matter. Found so at one look
   * and drained at a later one: a leader that has just changed may say what is no longer true.
   */
  async #isDrained(backfill: ConsumerInfo): Promise<boolean> {
    const { place, consumer } = this.#options;
    const { manager, stream } = place;
    const subjects = filterOf(backfill);
    const own = await findConsumer(manager, stream, consumer.name);
    if (!own || missingSubjects(filterOf(own), subjects).length > 0) return false;
    const before = this.#ends.get(backfill.name);
    // Asked anew each time: the last fact of before may have become too old meanwhile.
    const end = Math.min(before ?? Number.POSITIVE_INFINITY, await this.#lastOf(subjects));
    this.#ends.set(backfill.name, end);
    const { ack_floor: floor, config } = backfill;
    return (
      before !== undefined && end <= Math.max(floor.stream_seq, (config.opt_start_seq ?? 1) - 1)
    );
  }

  /** Place of the last fact of the subjects; 0 where the stream has none. */
  async #lastOf(subjects: readonly string[]): Promise<number> {
    const { manager, stream } = this.#options.place;
    const lasts = await Promise.all(
      subjects.map((subject) => manager.streams.getMessage(stream, { last_by_subj: subject })),
    );
    return Math.max(0, ...lasts.map((last) => last?.seq ?? 0));
  }

  async #remove(backfill: ConsumerInfo): Promise<void> {
    const { place, consumer, log } = this.#options;
    await removeDurable(place.manager, place.stream, backfill.name);
    await this.#forget(backfill.name);
    log?.info(`consumer ${consumer.name} has read backfill ${filterOf(backfill).join(', ')}`);
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
