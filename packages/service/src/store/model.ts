/** One noun's collection: every key of its type spelled as schema, writes conditional on what was read. */

import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Connection, Model as MongooseModel } from 'mongoose';
import { Schema } from 'mongoose';
import { inTime } from './database-away.ts';
import type { Fields } from './fields.ts';
import type { Filter, IndexSettings, Noun, Sort, Stored } from './noun.ts';
import type { Index } from './schema.ts';
import { ensureCollection } from './schema.ts';
import type { Tx } from './tx.ts';

export interface ModelDefinition<T extends Noun> {
  /** What a sentence calls it: "There is no such offer." */
  called: string;
  /** Called once after each commit that added or moved a record, best effort: for live signals. */
  written?: (after: T, before: T | undefined) => void;
  fields: Fields<Omit<T, 'id'>>;
  indexes?: [Sort<T>, IndexSettings<T>?][];
}

export interface FindOptions<T extends Noun> {
  sort?: Sort<T>;
  limit?: number;
  skip?: number;
  tx?: Tx | undefined;
}

/** Keys that hold a number. */
type NumberKeys<T> = { [K in keyof T & string]: T[K] extends number ? K : never }[keyof T & string];
/** Of the noun itself, or of one record in it: `appraisal.midCents`. */
type NumberPaths<T> =
  | NumberKeys<T>
  | {
      [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
        ? never
        : NonNullable<T[K]> extends object
          ? `${K}.${NumberKeys<NonNullable<T[K]>>}`
          : never;
    }[keyof T & string];

export interface Tally<V> {
  of: V;
  count: number;
  sum: number;
}

/** What was read has been changed by someone else in between; `commit` starts the use case over. */
export class WriteLost extends Error {
  constructor(collection: string, id: string) {
    super(`${collection} ${id} changed since it was read`);
    this.name = 'WriteLost';
  }
}

/** Forbids keys that `T` lacks: a spread hides them from the compiler's own check. */
type OnlyOf<T, A> = { [K in Exclude<keyof A, keyof T>]: never };

export class Model<T extends Noun> {
  readonly #name: string;
  readonly #definition: ModelDefinition<T>;
  readonly #schema: Schema;
  #model: MongooseModel<Stored<T>> | undefined;

  constructor(name: string, definition: ModelDefinition<T>) {
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

  /** Binds to a connection and makes collection and indexes. */
  async open(connection: Connection): Promise<void> {
    this.#model = connection.model<Stored<T>>(this.#name, this.#schema as never);
    const indexes = this.#definition.indexes ?? [];
    await ensureCollection(
      connection,
      this.#name,
      indexes.map(([keys, options]) => ({ keys, ...options }) as Index),
    );
  }

  /** Mongoose's own model, for tests that make what cannot happen. */
  get raw(): MongooseModel<Stored<T>> {
    if (!this.#model) throw new Error(`${this.#name} is used before the start`);
    return this.#model;
  }

  /** The record, or NOT_FOUND. */
  async get(id: string, tx?: Tx): Promise<T> {
    const found = await this.find(id, tx);
    if (!found) throw new DomainError('NOT_FOUND', `There is no such ${this.#definition.called}.`);
    return found;
  }

  async find(id: string, tx?: Tx): Promise<T | undefined> {
    return this.findOne({ _id: id } as Filter<T>, tx);
  }

  async findOne(filter: Filter<T>, tx?: Tx): Promise<T | undefined> {
    const found = await answer(this.raw.findOne(plain(filter), null, inside(tx)).lean());
    return found ? this.#read(found) : undefined;
  }

  async findMany(filter: Filter<T>, options: FindOptions<T> = {}): Promise<T[]> {
    const { tx, ...rest } = options;
    const found = await answer(
      this.raw.find(plain(filter), null, { ...rest, ...inside(tx) }).lean(),
    );
    return found.map((one) => this.#read(one));
  }

  /** Of all that fit only these keys and the id. */
  async pick<K extends Exclude<keyof T & string, 'id'>>(
    filter: Filter<T>,
    keys: readonly K[],
    options: FindOptions<T> = {},
  ): Promise<Pick<T, K | 'id'>[]> {
    const { tx, ...rest } = options;
    const only = Object.fromEntries(keys.map((key) => [key, 1]));
    const found = await answer(
      this.raw.find(plain(filter), only, { ...rest, ...inside(tx) }).lean(),
    );
    return found.map((one) => this.#read(one));
  }

  /** All that fit, one after another: for what may be too many to hold. The commit's deadline is its own. */
  async *each(filter: Filter<T>, tx: Tx): AsyncGenerator<T> {
    const cursor = this.raw.find(plain(filter), null, inside(tx)).lean().cursor();
    for await (const one of cursor) yield this.#read(one);
  }

  /** All that fit in the order of ids, at most `size` at a time, each step a read of its own: for any number. */
  async *inSteps(filter: Filter<T>, size: number): AsyncGenerator<T[]> {
    const sort = { _id: 1 } as Sort<T>;
    let after = '';
    for (;;) {
      const found = await this.findMany({ ...filter, _id: { $gt: after } }, { sort, limit: size });
      if (found.length > 0) yield found;
      if (found.length < size) return;
      after = found.at(-1)?.id ?? '';
    }
  }

  async count(filter: Filter<T>, tx?: Tx): Promise<number> {
    return answer(this.raw.countDocuments(plain(filter), inside(tx)));
  }

  /** As `count`, but the walk ends at `most`. */
  async countUpTo(filter: Filter<T>, most: number): Promise<number> {
    return answer(this.raw.countDocuments(plain(filter), { limit: most }));
  }

  /** How many fit for each value of `by`, and the sum of their `sum`: reckoned in the database, whatever their number. */
  async tally<K extends keyof T & string, S extends NumberPaths<T>>(
    filter: Filter<T>,
    { by, sum }: { by: K; sum: S },
  ): Promise<Tally<T[K]>[]> {
    const group = { _id: `$${by}`, count: { $sum: 1 }, sum: { $sum: `$${sum}` } };
    const rows = await answer(
      this.raw.aggregate<{ _id: T[K]; count: number; sum: number }>([
        { $match: plain(filter) },
        { $group: group },
      ]),
    );
    return rows.map(({ _id: of, ...rest }) => ({ of, ...rest }));
  }

  async add(record: T, tx: Tx): Promise<T> {
    await this.raw.create([store(record) as never], { session: tx.session });
    this.#tell(record, undefined, tx);
    return record;
  }

  /**
   * Writes what differs between `before` (as it was read) and `after`, on condition that version and
   * status are still those of `before`; raises the version. Throws WriteLost otherwise. A key that the noun
   * does not have is an error.
   */
  async move<A extends T>(before: T, after: A & OnlyOf<T, A>, tx: Tx): Promise<T> {
    return this.#write(before, { ...after, version: before.version + 1 }, tx);
  }

  /**
   * As `move` with nothing else changed, to a version above `above`: what others have seen of a record that was
   * restored from a backup, and go by.
   */
  async lift(before: T, above: number, tx: Tx): Promise<T> {
    return this.#write(before, { ...before, version: Math.max(before.version, above) + 1 }, tx);
  }

  async #write(before: T, next: T, tx: Tx): Promise<T> {
    const { set, unset } = difference(before, next);
    const filter: Record<string, unknown> = { _id: before.id, version: before.version };
    if ('status' in before) filter.status = before.status;
    const update = Object.keys(unset).length > 0 ? { $set: set, $unset: unset } : { $set: set };
    const result = await this.raw.updateOne(filter as never, update as never, {
      session: tx.session,
    });
    if (result.matchedCount !== 1) throw new WriteLost(this.#name, before.id);
    this.#tell(next, before, tx);
    return next;
  }

  #tell(after: T, before: T | undefined, tx: Tx): void {
    const { written } = this.#definition;
    if (written) tx.afterCommit(() => written(after, before));
  }

  /** Removes the record on condition that it is still the version that was read. */
  async remove(record: T, tx: Tx): Promise<void> {
    const filter = { _id: record.id, version: record.version };
    const result = await this.raw.deleteOne(filter as never, { session: tx.session });
    if (result.deletedCount !== 1) throw new WriteLost(this.#name, record.id);
  }

  #read(stored: object): T {
    const { _id, ...rest } = stored as Stored<T>;
    return { id: _id, ...rest } as unknown as T;
  }
}

function store<T extends Noun>(record: T): Stored<T> {
  const { id, ...rest } = record;
  return { _id: id, ...rest };
}

/** Our own filters may use operators; mongoose must not strip or reinterpret them. */
function plain(filter: object): never {
  return filter as never;
}

/** What a query finds, or UNAVAILABLE in time. */
function answer<R>(query: { exec(): Promise<R> }): Promise<R> {
  return inTime(query.exec());
}

function inside(tx: Tx | undefined): { session?: never } {
  return tx ? { session: tx.session as never } : {};
}

function difference<T extends Noun>(before: T, after: T) {
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
