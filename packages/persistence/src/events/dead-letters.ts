/** Events that could not be handled: stored for an operator, who lists, retries or dismisses them. */

import { createHash } from 'node:crypto';
import { events } from '@nameloan/contracts/events';
import type { Collection, Connection } from 'mongoose';
import { openRows } from '../open-rows.ts';

const maxRawCharacters = 100_000;
const maxShown = 100;

interface DeadLetter {
  _id: string;
  /** The event as received, as JSON. */
  raw: string;
  fault: string;
  at: Date;
  /** Time of the last retry; null or absent: never. */
  triedAt?: Date | null;
}

export class DeadLetters {
  #rows: Collection<DeadLetter> | undefined;
  #retry: (raw: unknown) => Promise<void> = () =>
    Promise.reject(new Error('no retry handler is set'));

  async open(connection: Connection): Promise<void> {
    this.#rows = await openRows<DeadLetter>(connection, 'dead_letters', [
      { keys: { at: 1 } },
      { keys: { triedAt: 1, at: 1 } },
    ]);
  }

  /** `retry` handles one event and throws if it still fails. */
  setRetryHandler(retry: (raw: unknown) => Promise<void>): void {
    this.#retry = retry;
  }

  get #collection() {
    if (!this.#rows) throw new Error('dead letters are used before the start');
    return this.#rows;
  }

  /** Stores an event once, however often it is delivered. */
  async add(raw: unknown, fault: string): Promise<void> {
    await this.#collection.updateOne(
      { _id: letterId(raw) },
      { $set: { raw: asText(raw), fault, at: new Date() } },
      { upsert: true },
    );
  }

  count(): Promise<number> {
    return this.#collection.countDocuments({});
  }

  /** The oldest hundred, without the events' data, which may hold encrypted secrets or addresses. */
  async list(): Promise<{ id: string; subject: string; fault: string; at: Date }[]> {
    const rows = await this.#collection.find({}).sort({ at: 1 }).limit(maxShown).toArray();
    return rows.map(({ _id, raw, fault, at }) => ({ id: _id, subject: subjectOf(raw), fault, at }));
  }

  /**
   * Retries a hundred events, least recently retried first, and deletes those that succeed. Skips rows that are no
   * events, such as registry messages.
   */
  async retryAll(): Promise<{ handled: number; left: number }> {
    let tried = 0;
    let handled = 0;
    const startedAt = new Date();
    const untried = { $or: [{ triedAt: null }, { triedAt: { $lt: startedAt } }] };
    for await (const row of this.#collection.find(untried).sort({ triedAt: 1, at: 1 })) {
      if (!Object.hasOwn(events, subjectOf(row.raw))) continue;
      if (++tried > maxShown) break;
      try {
        await this.#retry(JSON.parse(row.raw));
        await this.#collection.deleteOne({ _id: row._id });
        handled++;
      } catch (error) {
        await this.#collection.updateOne(
          { _id: row._id },
          { $set: { fault: String(error), triedAt: new Date() } },
        );
      }
    }
    return { handled, left: await this.count() };
  }

  /** Deletes a letter that was resolved by other means; resolves to whether it existed. */
  async dismiss(id: string): Promise<boolean> {
    return (await this.#collection.deleteOne({ _id: id })).deletedCount > 0;
  }
}

/** Derived from the content, so that duplicates share an id. */
export function letterId(raw: unknown): string {
  return createHash('sha256').update(asText(raw)).digest('hex');
}

function asText(raw: unknown): string {
  return JSON.stringify(raw).slice(0, maxRawCharacters);
}

function subjectOf(raw: string): string {
  try {
    return String(JSON.parse(raw)?.subject ?? 'unreadable');
  } catch {
    return 'unreadable';
  }
}
