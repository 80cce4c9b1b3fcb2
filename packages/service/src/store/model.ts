/** One noun's collection: every key of its type spelled as schema, writes conditional on what was read. */

import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Connection, IndexDefinition, IndexOptions, Model as MongooseModel } from 'mongoose';
import { Schema } from 'mongoose';
import type { Tx } from './tx.ts';

/** What every stored noun has: an id, and a version that each write raises by one. */
export interface Noun {
  id: string;
  version: number;
}

type Spelled<T> = { [K in keyof Omit<Required<T>, 'id'>]: unknown };

export interface ModelDefinition<T extends Noun> {
  /** What a sentence calls it: "There is no such offer." */
  called: string;
  /** Mongoose type of every key; 64-bit cents are `BigInt`, nested nullable objects `nested({...})`. */
  fields: Spelled<T>;
  indexes?: [IndexDefinition, IndexOptions?][];
}

export type Filter = Record<string, unknown>;

export interface FindOptions {
  sort?: Record<string, 1 | -1>;
  limit?: number;
  skip?: number;
  tx?: Tx | undefined;
}

/** What was read has been changed by someone else in between; `commit` starts the use case over. */
export class WriteLost extends Error {
  constructor(collection: string, id: string) {
    super(`${collection} ${id} changed since it was read`);
    this.name = 'WriteLost';
  }
}

/** A nullable object inside a record. */
export function nested(fields: Record<string, unknown>) {
  return { type: new Schema(fields as never, { _id: false, strict: 'throw' }), default: null };
}

/** A list of objects inside a record. */
export function listOf(fields: Record<string, unknown>) {
  return { type: [new Schema(fields as never, { _id: false, strict: 'throw' })], default: [] };
}

type Stored = Record<string, unknown> & { _id: string };

export class Model<T extends Noun> {
  readonly #name: string;
  readonly #definition: ModelDefinition<T>;
  readonly #schema: Schema;
  #model: MongooseModel<Stored> | undefined;

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
    for (const [keys, options] of definition.indexes ?? []) this.#schema.index(keys, options);
  }

  /** Binds to a connection and makes collection and indexes. */
  async open(connection: Connection): Promise<void> {
    this.#model = connection.model<Stored>(this.#name, this.#schema as never);
    await this.#model.createCollection();
    await this.#model.createIndexes();
  }

  /** Mongoose's own model, for the few queries that the verbs below cannot say. */
  get raw(): MongooseModel<Stored> {
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
    return this.findOne({ _id: id }, tx);
  }

  async findOne(filter: Filter, tx?: Tx): Promise<T | undefined> {
    const found = await this.raw.findOne(plain(filter), null, inside(tx)).lean();
    return found ? this.#read(found) : undefined;
  }

  async findMany(filter: Filter, options: FindOptions = {}): Promise<T[]> {
    const { tx, ...rest } = options;
    const found = await this.raw.find(plain(filter), null, { ...rest, ...inside(tx) }).lean();
    return found.map((one) => this.#read(one));
  }

  async count(filter: Filter, tx?: Tx): Promise<number> {
    return this.raw.countDocuments(plain(filter), inside(tx));
  }

  async add(record: T, tx: Tx): Promise<T> {
    await this.raw.create([store(record)], { session: tx.session });
    return record;
  }

  /**
   * Writes what differs between `before` (as it was read) and `after`, on condition that version and
   * status are still those of `before`; raises the version. Throws WriteLost otherwise.
   */
  async move(before: T, after: T, tx: Tx): Promise<T> {
    const next = { ...after, version: before.version + 1 };
    const { set, unset } = difference(before, next);
    const filter: Filter = { _id: before.id, version: before.version };
    if ('status' in before) filter.status = before.status;
    const update = Object.keys(unset).length > 0 ? { $set: set, $unset: unset } : { $set: set };
    const result = await this.raw.updateOne(filter, update, { session: tx.session });
    if (result.matchedCount !== 1) throw new WriteLost(this.#name, before.id);
    return next;
  }

  /** Removes the record on condition that it is still the version that was read. */
  async remove(record: T, tx: Tx): Promise<void> {
    const filter = { _id: record.id, version: record.version };
    const result = await this.raw.deleteOne(filter, { session: tx.session });
    if (result.deletedCount !== 1) throw new WriteLost(this.#name, record.id);
  }

  #read(stored: Record<string, unknown>): T {
    const { _id, ...rest } = stored;
    return { id: _id, ...rest } as unknown as T;
  }
}

function store<T extends Noun>(record: T): Stored {
  const { id, ...rest } = record;
  return { _id: id, ...rest };
}

/** Our own filters may use operators; mongoose must not strip or reinterpret them. */
function plain(filter: Filter): never {
  return filter as never;
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
