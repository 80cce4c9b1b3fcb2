/** The collection of one entity: a schema derived from its type, and optimistic writes. Reads are in `reads.ts`. */

import { isDeepStrictEqual } from 'node:util';
import type { GovernedState } from '@nameloan/runtime/state-machine';
import { assertTransitions } from '@nameloan/runtime/state-machine';
import type { Connection, Model as MongooseModel } from 'mongoose';
import { Schema } from 'mongoose';
import type { Entity, IndexSettings, Sort, Stored } from './entity.ts';
import type { Fields } from './fields.ts';
import { Reads, whole } from './reads/reads.ts';
import type { Index } from './schema.ts';
import { ensureCollection } from './schema.ts';
import type { Tx } from './tx.ts';

export interface ModelDefinition<T extends Entity> {
  /** The entity's name in messages: "There is no such offer." */
  label: string;
  /** Called after each commit that added or updated a record, best effort: for live signals. */
  afterWrite?: (after: T, before: T | undefined) => void;
  /** State machines: a write that one of them does not allow throws IllegalTransitionError. */
  states?: readonly GovernedState<T>[];
  fields: Fields<Omit<T, 'id'>>;
  indexes?: [Sort<T>, IndexSettings<T>?][];
}

/** The record was changed since it was read; `commit` retries the use case. */
export class ConcurrentUpdateError extends Error {
  constructor(collection: string, id: string) {
    super(`${collection} ${id} changed since it was read`);
    this.name = 'ConcurrentUpdateError';
  }
}

/** Forbids keys that `T` does not have: the compiler does not check them after a spread. */
type OnlyOf<T, A> = { [K in Exclude<keyof A, keyof T>]: never };

export class Model<T extends Entity> extends Reads<T> {
  readonly #name: string;
  readonly #definition: ModelDefinition<T>;
  readonly #schema: Schema;
  #model: MongooseModel<Stored<T>> | undefined;

  constructor(name: string, definition: ModelDefinition<T>) {
    super(name, definition.label);
    this.#name = name;
    this.#definition = definition;
    this.#schema = new Schema({ _id: String, ...definition.fields } as never, {
      strict: 'throw',
      versionKey: false,
      minimize: false,
      autoIndex: false,
      autoCreate: false,
      collection: name,
    });
  }

  /** Binds to a connection and creates collection and indexes. */
  async open(connection: Connection): Promise<void> {
    this.#model = connection.model<Stored<T>>(this.#name, this.#schema as never);
    this.readFrom(connection);
    const indexes = this.#definition.indexes ?? [];
    await ensureCollection(
      connection,
      this.#name,
      indexes.map(([keys, options]) => ({ keys, ...options }) as Index),
    );
  }

  /** The mongoose model, for tests that create impossible states. */
  get raw(): MongooseModel<Stored<T>> {
    if (!this.#model) throw new Error(`${this.#name} is used before the start`);
    return this.#model;
  }

  async add(record: T, tx: Tx): Promise<T> {
    assertTransitions(this.#definition.states ?? [], undefined, record);
    await this.raw.create([store(record) as never], { session: tx.session });
    this.#emit(record, undefined, tx);
    return record;
  }

  /** Adds all records in one command, or none. Without `afterWrite`: the caller sends one signal for all. */
  async addMany(records: readonly T[], tx: Tx): Promise<void> {
    for (const record of records)
      assertTransitions(this.#definition.states ?? [], undefined, record);
    await this.raw.insertMany(records.map((record) => store(record)) as never, {
      session: tx.session,
    });
  }

  /**
   * Writes the difference between `before` (as it was read) and `after` if version and status are still those of
   * `before`, and raises the version. Throws ConcurrentUpdateError otherwise.
   */
  async update<A extends T>(before: T, after: A & OnlyOf<T, A>, tx: Tx): Promise<T> {
    return this.#write(before, { ...after, version: before.version + 1 }, tx);
  }

  /**
   * Raises the version above `above` and changes nothing else: other services may have seen a higher version of a
   * record that was restored from a backup.
   */
  async raiseVersion(before: T, above: number, tx: Tx): Promise<T> {
    return this.#write(before, { ...before, version: Math.max(before.version, above) + 1 }, tx);
  }

  /**
   * Sets keys by aggregation expressions over the stored record in one command, and raises the version: for counters
   * that change so often that a read before each write would be too expensive. Resolves to the updated record, or to
   * undefined if there is none; concurrent writes conflict as with `update`. Throws if an expression evaluates to null,
   * as a sum with an absent number does.
   */
  async updateWith(
    id: string,
    set: { readonly [K in Exclude<keyof T, 'id' | 'version'>]?: object },
    tx: Tx,
  ): Promise<T | undefined> {
    if (this.#definition.afterWrite || this.#definition.states)
      throw new Error(`${this.#name} needs the record before a write`);
    const raised = { ...set, version: { $add: ['$version', 1] } };
    const row = await this.raw.collection.findOneAndUpdate(
      { _id: id } as never,
      [{ $set: raised }],
      { session: tx.session as never, returnDocument: 'after' },
    );
    if (!row) return undefined;
    const after = whole<T>(row as never);
    const empty = Object.keys(set).find((key) => after[key as keyof T] === null);
    if (empty) throw new Error(`${this.#name} ${id}: ${empty} evaluates to null`);
    return after;
  }

  async #write(before: T, next: T, tx: Tx): Promise<T> {
    assertTransitions(this.#definition.states ?? [], before, next);
    const { set, unset } = difference(before, next);
    const filter: Record<string, unknown> = { _id: before.id, version: before.version };
    if ('status' in before) filter.status = before.status;
    const update = Object.keys(unset).length > 0 ? { $set: set, $unset: unset } : { $set: set };
    const result = await this.raw.updateOne(filter as never, update as never, {
      session: tx.session,
    });
    if (result.matchedCount !== 1) throw new ConcurrentUpdateError(this.#name, before.id);
    this.#emit(next, before, tx);
    return next;
  }

  #emit(after: T, before: T | undefined, tx: Tx): void {
    const { afterWrite } = this.#definition;
    if (afterWrite) tx.afterCommit(() => afterWrite(after, before));
  }

  /** Removes the record if its version is still the one that was read. */
  async remove(record: T, tx: Tx): Promise<void> {
    const filter = { _id: record.id, version: record.version };
    const result = await this.raw.deleteOne(filter as never, { session: tx.session });
    if (result.deletedCount !== 1) throw new ConcurrentUpdateError(this.#name, record.id);
  }
}

function store<T extends Entity>(record: T): Stored<T> {
  const { id, ...rest } = record;
  return { _id: id, ...rest };
}

function difference<T extends Entity>(before: T, after: T) {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const old = before as unknown as Record<string, unknown>;
  const fresh = after as unknown as Record<string, unknown>;
  for (const key of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    if (key === 'id' || isDeepStrictEqual(old[key], fresh[key])) continue;
    if (fresh[key] === undefined) unset[key] = '';
    else set[key] = fresh[key];
  }
  return { set, unset };
}
