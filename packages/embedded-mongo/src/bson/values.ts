/** The values that documents hold in memory, and the questions every part asks about them. */
import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { Double } from 'bson';

/**
 * A BSON value. A number is an int32 when it is a whole number in range and not -0, else a double;
 * whole doubles in that range are wrapped in `Double`, so that no type is lost on the way back.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Date
  | ObjectId
  | Long
  | Double
  | Decimal128
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Timestamp
  | Code
  | MinKey
  | MaxKey
  | Value[]
  | Document;

export interface Document {
  [field: string]: Value;
}

const Bare = function bare() {} as unknown as { new (): Document; prototype: object };
Bare.prototype = Object.create(null);

/** An empty document without inherited names, so that fields like `constructor` are just fields. */
export function newDocument(): Document {
  return new Bare();
}

/** A shallow copy of `fields` as a document. */
export function toDocument(fields: Record<string, Value>): Document {
  return Object.assign(newDocument(), fields);
}

type Tagged = { _bsontype?: string };

/** The driver library's type name of a wrapped value, undefined for plain ones and documents. */
export function bsonTag(value: Value): string | undefined {
  return typeof value === 'object' && value !== null ? (value as Tagged)._bsontype : undefined;
}

export function isDocument(value: Value | undefined): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    (value as Tagged)._bsontype === undefined
  );
}

export function isInt32(value: number): boolean {
  return (value | 0) === value && !(value === 0 && 1 / value < 0);
}

/** A double as stored: wrapped when the bare number would read as an int32. */
export function doubleOf(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

const tagNames: Record<string, string> = {
  ObjectId: 'objectId',
  Long: 'long',
  Double: 'double',
  Decimal128: 'decimal',
  Binary: 'binData',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  Timestamp: 'timestamp',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
};

/** The `$type` name of a value; `missing` for undefined. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  const tag = bsonTag(value);
  if (tag === undefined) return 'object';
  if (tag === 'Code') return (value as Code).scope == null ? 'javascript' : 'javascriptWithScope';
  return tagNames[tag] ?? 'undefined';
}

export const typeNumbers: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

export function isNumeric(value: Value | undefined): boolean {
  if (typeof value === 'number') return true;
  const tag = value === undefined ? undefined : bsonTag(value);
  return tag === 'Long' || tag === 'Double' || tag === 'Decimal128';
}

/** A plain number for options such as limit and batchSize; undefined when it is no number. */
export function asNumber(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return isNumeric(value) ? Number(String(value)) : undefined;
}

/** Copies documents and arrays all the way down; other values are never changed, so they are shared. */
export function deepCopy<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => deepCopy(item)) as T;
  if (!isDocument(value)) return value;
  const copy = newDocument();
  for (const field in value) copy[field] = deepCopy(value[field] as Value);
  return copy as T;
}

/** The boolean that aggregation and projections read from a value. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return false;
  return isNumeric(value) ? asNumber(value) !== 0 : true;
}
