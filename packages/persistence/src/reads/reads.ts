/** Reads one entity's collection by the driver, without mongoose: whole records, or projections. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Connection } from 'mongoose';
import { inTime } from '../database-unavailable.ts';
import type { Entity, Filter, Sort, Stored } from '../entity.ts';
import type { Tx } from '../tx.ts';
import { BatchLoader } from './batch-loader.ts';
import { sanitizeFilter } from './filter.ts';
import type { ReadCommand } from './read-commands.ts';
import { ReadCommands } from './read-commands.ts';
import { watcher } from './read-watch.ts';

/** Keys of a record to read in addition to the id; undefined: all. */
export type Keys<T extends Entity> = readonly (keyof T & string)[] | undefined;

export interface FindOptions<T extends Entity> {
  sort?: Sort<T>;
  limit?: number;
  skip?: number;
  /** Index of the model to use when the planner would choose a worse one. */
  hint?: Sort<T> | undefined;
  /** Keys to read; the others are absent, whatever the type says. */
  keys?: Keys<T>;
  tx?: Tx | undefined;
}

/** Keys of string values. */
type TextKeys<T> = { [K in keyof T & string]: T[K] extends string ? K : never }[keyof T & string];

/** Records by requested value; a value without records is not in the map. */
export type ReadBy<T extends Entity> = (
  values: readonly string[],
  keys: Keys<T>,
) => Promise<Map<string, T[]>>;

/** Keys of numeric values. */
type NumberKeys<T> = { [K in keyof T & string]: T[K] extends number ? K : never }[keyof T & string];
/** A numeric key of the entity or of a nested object: `appraisal.midCents`. */
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

type Row = { _id: string };

/** For reads without a limit. Larger results, or more than 16 MB, are read again by the driver's cursor. */
const maxBatchRows = 10_000;

/** An id from a caller may be any JSON value. */
const isText = (value: unknown): value is string => typeof value === 'string';

export class Reads<T extends Entity> {
  readonly #name: string;
  readonly #label: string;
  readonly #gathered = new BatchLoader<T, Keys<T>>((ids, keys) => this.#fetch(ids, keys));
  #connected: ReadCommands | undefined;

  constructor(name: string, label: string) {
    this.#name = name;
    this.#label = label;
  }

  protected readFrom(connection: Connection): void {
    this.#connected = new ReadCommands(connection);
  }

  get #commands(): ReadCommands {
    if (!this.#connected) throw new Error(`${this.#name} is used before the start`);
    return this.#connected;
  }

  /** The record, or NOT_FOUND. */
  async get(id: string, tx?: Tx): Promise<T> {
    const found = await this.find(id, tx);
    if (!found) throw new DomainError('NOT_FOUND', `There is no such ${this.#label}.`);
    return found;
  }

  async find(id: string, tx?: Tx): Promise<T | undefined> {
    if (!tx) return this.findById(id);
    return isText(id) ? this.findOne({ _id: id } as unknown as Filter<T>, tx) : undefined;
  }

  /** `findByIds` for one id. */
  async findById(id: string, keys?: Keys<T>): Promise<T | undefined> {
    return isText(id) ? this.#gathered.one(id, keys) : undefined;
  }

  /**
   * The existing records by id. Concurrent reads of one collection share a command (`batch-loader.ts`), so records are
   * shared and must not be changed. Ids that are not strings are ignored.
   */
  async findByIds(ids: readonly string[], keys?: Keys<T>): Promise<Map<string, T>> {
    return this.#gathered.read(ids.filter(isText), keys);
  }

  async #fetch(ids: readonly string[], keys: Keys<T>): Promise<Map<string, T>> {
    const filter = { _id: { $in: ids } } as unknown as Filter<T>;
    const found = await this.#shared(filter, { limit: ids.length, keys });
    return new Map(found.map((one) => [one.id, one]));
  }

  async #shared(filter: Filter<T>, options: FindOptions<T>): Promise<T[]> {
    const found = await this.findMany(filter, options);
    const delivered = watcher();
    return delivered && !options.keys ? found.map((one) => delivered(one)) : found;
  }

  /**
   * A batched read of the records that have one of some values under `key` and match `also`, grouped by value; see
   * `findByIds`. `key` is always read.
   */
  batchedBy(key: TextKeys<T>, also: Filter<T>): ReadBy<T> {
    const read = async (values: readonly string[], keys: Keys<T>): Promise<Map<string, T[]>> => {
      const filter = { ...also, [key]: { $in: values } } as unknown as Filter<T>;
      const found = await this.#shared(filter, { keys });
      return Map.groupBy(found, (one) => one[key] as string);
    };
    const gathered = new BatchLoader<T[], Keys<T>>(read);
    const withKey = new WeakMap<readonly string[], Keys<T>>();
    return (values, keys) => {
      let all = keys && withKey.get(keys);
      if (keys && !all) {
        all = keys.includes(key) ? keys : [...keys, key];
        withKey.set(keys, all);
      }
      return gathered.read(values.filter(isText), all);
    };
  }

  async findOne(filter: Filter<T>, tx?: Tx): Promise<T | undefined> {
    const [found] = await this.findMany(filter, { limit: 1, tx });
    return found;
  }

  async findMany(filter: Filter<T>, options: FindOptions<T> = {}): Promise<T[]> {
    const command = this.#find(filter, options);
    const found = await inTime(this.#commands.rows<Row>(command, options.tx));
    const { keys } = options;
    if (!keys) return found.map(whole<T>);
    const records = found.map((row) => projectedRecord<T>(row, keys));
    const delivered = watcher();
    return delivered ? records.map((one) => delivered(one, keys)) : records;
  }

  #find(filter: Filter<T>, { keys, sort, skip, limit, hint }: FindOptions<T>): ReadCommand {
    return {
      find: this.#name,
      filter: sanitizeFilter(filter),
      // One more than the limit: with exactly as many rows the server would keep the cursor open.
      batchSize: (limit || maxBatchRows) + 1,
      ...(sort ? { sort } : {}),
      ...(skip ? { skip } : {}),
      ...(limit ? { limit } : {}),
      ...(hint ? { hint } : {}),
      ...(keys ? { projection: only(keys) } : {}),
    };
  }

  /** The matching records with only these keys and the id. */
  async findProjected<K extends Exclude<keyof T & string, 'id'>>(
    filter: Filter<T>,
    keys: readonly K[],
    options: Omit<FindOptions<T>, 'keys'> = {},
  ): Promise<Pick<T, K | 'id'>[]> {
    return this.findMany(filter, { ...options, keys });
  }

  /** Streams the matching records, for results that may not fit into memory. Subject to the commit's deadline. */
  async *each(filter: Filter<T>, tx: Tx): AsyncGenerator<T> {
    for await (const one of this.#commands.each<Row>(this.#find(filter, {}), tx))
      yield whole<T>(one);
  }

  /** The matching records in the order of ids, in batches of at most `size` with one read each: for any number. */
  async *inBatches(filter: Filter<T>, size: number): AsyncGenerator<T[]> {
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
    return this.#count(filter, {}, tx);
  }

  /** Counts up to `max`. */
  async countUpTo(filter: Filter<T>, max: number, hint?: Sort<T>): Promise<number> {
    return this.#count(filter, { max, hint });
  }

  async #count(
    filter: Filter<T>,
    { max, hint }: { max?: number; hint?: Sort<T> | undefined },
    tx?: Tx,
  ): Promise<number> {
    const pipeline = [
      { $match: sanitizeFilter(filter) },
      ...(max === undefined ? [] : [{ $limit: max }]),
      { $group: { _id: 1, n: { $sum: 1 } } },
    ];
    const [counted] = await this.#aggregate<{ n: number }>(pipeline, { hint, tx });
    return counted?.n ?? 0;
  }

  /** Number of matching records and sum of `sum` per value of `by`, computed in the database. */
  async tally<K extends keyof T & string, S extends NumberPaths<T>>(
    filter: Filter<T>,
    { by, sum }: { by: K; sum: S },
  ): Promise<Tally<T[K]>[]> {
    const query = sanitizeFilter(filter);
    const group = { _id: `$${by}`, count: { $sum: 1 }, sum: { $sum: `$${sum}` } };
    const rows = await this.#aggregate<{ _id: T[K]; count: number; sum: number }>(
      [{ $match: query }, { $group: group }],
      {},
    );
    return rows.map(({ _id: of, ...rest }) => ({ of, ...rest }));
  }

  #aggregate<R>(
    pipeline: object[],
    { hint, tx }: { hint?: Sort<T> | undefined; tx?: Tx | undefined },
  ): Promise<R[]> {
    const command = {
      aggregate: this.#name,
      pipeline,
      cursor: { batchSize: maxBatchRows },
      ...(hint ? { hint } : {}),
    };
    return inTime(this.#commands.rows<R>(command, tx));
  }
}

/** The record of a stored document. */
export function whole<T extends Entity>(row: Row): T {
  const { _id, ...rest } = row as Stored<T>;
  return { id: _id, ...rest } as unknown as T;
}

function projectedRecord<T extends Entity>(row: Row, keys: readonly string[]): T {
  const stored = row as unknown as Record<string, unknown>;
  const record: Record<string, unknown> = { id: row._id };
  for (const key of keys) if (key !== 'id' && key in stored) record[key] = stored[key];
  return record as unknown as T;
}

const projections = new WeakMap<readonly string[], Record<string, 1>>();

/** Lists of keys are created once and reused, so their projections are cached by identity. */
function only(keys: readonly string[]): Record<string, 1> {
  let known = projections.get(keys);
  if (!known) {
    known = Object.fromEntries(
      ['_id', ...keys.filter((key) => key !== 'id')].map((key) => [key, 1]),
    );
    projections.set(keys, known);
  }
  return known;
}
